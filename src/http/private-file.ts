import {
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createWriteError } from '../model/profile/usage-error.js';

/** Permission bits of other users. */
const otherUsersMode = 0o077;

/**
 * Opens a file that only its owner can read (mode 0600). An existing file that others could read is unlinked first, so
 * that a reader with an open handle sees nothing new. File systems without modes ignore this. Throws the error of the
 * file system.
 */
export function openPrivateFile(file: string, flag: 'w' | 'a' = 'w'): number {
  const before = statSync(file, { throwIfNoEntry: false });
  const isOpen = before?.isFile() === true && (before.mode & otherUsersMode) !== 0;
  if (isOpen && flag === 'w') rmSync(file);
  const fd = openSync(file, flag, 0o600);
  if (isOpen && flag === 'a') restrictToOwner(fd);
  return fd;
}

/** Writes a file that only its owner can read, atomically. Throws the error of the file system. */
export function writePrivateFile(file: string, text: string): void {
  const isPlain = statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
  const target = isPlain ? `${file}.part` : file;
  const fd = openPrivateFile(target);
  try {
    let rest = Buffer.from(text);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch (error) {
    if (isPlain) rmSync(target, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  if (isPlain) renameSync(target, file);
}

/** Writes a file of the results, and creates its folder if that is wanted. Throws UsageError. */
export function writeOutputFile(file: string, text: string, { isFolderCreated = false } = {}): void {
  try {
    if (isFolderCreated) createFolder(resolve(dirname(file)));
    writePrivateFile(file, text);
  } catch (error) {
    throw createWriteError(file, error);
  }
}

/** Creates a folder and its parents, accessible to their owner only. Not `mkdir` with `recursive`: below a folder that cannot contain any, such as /proc, Node 20 never returns. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** An existing file that others can read is restricted before lines are appended. */
function restrictToOwner(fd: number): void {
  try {
    fchmodSync(fd, 0o600);
  } catch (error) {
    if (!/^(ENOTSUP|EPERM|ENOSYS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
