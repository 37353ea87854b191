import { accessSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { UsageError } from '../../../model/profile/usage-error.js';
import { loadProfile } from '../../../profile/load-profile.js';

/** Checks that a profile can be read at its target path, before it is written there. Throws ProfileError. */
export async function checkText(file: string, text: string): Promise<void> {
  const folder = isWritable(dirname(file)) ? dirname(file) : tmpdir();
  const trial = join(folder, `.${basename(file, extname(file))}-${process.pid}${extname(file)}`);
  try {
    writeFileSync(trial, text, { mode: 0o600 });
    await loadProfile({ file: trial, cwd: folder, env: process.env });
  } finally {
    rmSync(trial, { force: true });
  }
}

/** Writes a profile; with --force, keeps the old file as a backup. Throws UsageError. */
export function writeProfileFile(file: string, text: string, isReplaced: boolean): void {
  try {
    if (isReplaced && existsSync(file)) renameSync(file, `${file}.bak`);
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}; choose another file with --out`);
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
