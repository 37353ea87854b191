import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './trouble.js';

/** Makes the folder for reports, and makes sure that it can be written to. Throws UsageError. */
export function openFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
    writeFileSync(join(folder, 'tape.ndjson'), '', { mode: 0o600 });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** What to tell of a folder or file of reports that cannot be written. */
export const cannotWrite = (path: string, error: unknown): UsageError =>
  new UsageError(`cannot write to --out ${path}: ${(error as Error).message}; choose another folder with --out`);

/** Makes a folder and those above it. Not `mkdir` with `recursive`: below one that cannot hold any, such as /proc, Node 20 tries for ever. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}
