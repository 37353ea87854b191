import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createFolder } from '../../http/private-file.js';
import { createWriteError } from '../../model/profile/usage-error.js';

const requiredFiles = ['tape.ndjson', 'ledger.ndjson', 'report.json'];

/** Creates the folder for reports, and checks that it and each file can be written and have space. Throws UsageError. */
export function prepareOutputFolder(folder: string): void {
  try {
    createFolder(resolve(folder));
    const trial = join(folder, `.assay-${process.pid}`);
    try {
      tryWriting(trial, minimumSpace);
    } finally {
      rmSync(trial, { force: true });
    }
  } catch (error) {
    throw createWriteError(folder, error);
  }
  for (const name of requiredFiles) tryFile(join(folder, name));
}

/** Minimum size that a short run writes, in octets. */
const minimumSpace = 256 * 1024;

function tryFile(file: string): void {
  const isNew = !existsSync(file);
  try {
    tryWriting(file, 1);
  } catch (error) {
    throw createWriteError(file, error);
  } finally {
    if (isNew) rmSync(file, { force: true });
  }
}

/** Tests appending to a file, and undoes it: the file can be the only list of items that an earlier run left. */
function tryWriting(file: string, octets: number): void {
  const fd = openSync(file, 'a', 0o600);
  try {
    const stat = fstatSync(fd);
    const text = Buffer.alloc(octets, '\n');
    for (let rest = text; rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
    if (stat.isFile()) ftruncateSync(fd, stat.size);
  } finally {
    closeSync(fd);
  }
}

/** Returns the line that offers to ignore a new folder of reports in a Git repository; undefined if it exists, or is ignored. */
export function suggestGitignore(folder: string): string | undefined {
  const name = folder.replace(/\/+$/, '');
  if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name) || existsSync(name) || !existsSync('.git')) return undefined;
  const ignored = existsSync('.gitignore') ? readFileSync('.gitignore', 'utf8').split(/\r?\n/) : [];
  if (ignored.some((line) => line.trim().replace(/^\/|\/$/g, '') === name)) return undefined;
  return `assay: Git does not ignore ${name}/ yet; to ignore it: echo ${name}/ >> .gitignore`;
}
