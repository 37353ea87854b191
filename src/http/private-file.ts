import { closeSync, fchmodSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

/** Bits that let others than the owner at a file. */
const otherUsersMode = 0o077;

/**
 * Opens a file for its owner's eyes only (mode 0600), whatever stood there: what others could read is set aside first, so
 * that who has it open reads no more of it. Where a file system keeps no modes, none are kept. Throws its error.
 */
export function openPrivateFile(file: string, flag: 'w' | 'a' = 'w'): number {
  const before = statSync(file, { throwIfNoEntry: false });
  const isOpen = before?.isFile() === true && (before.mode & otherUsersMode) !== 0;
  if (isOpen && flag === 'w') rmSync(file);
  const fd = openSync(file, flag, 0o600);
  if (isOpen && flag === 'a') restrictToOwner(fd);
  return fd;
}

/** Writes a file for its owner's eyes only, in one piece: who reads it meets the old one or the new one whole. Throws the file system's error. */
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

/** To add to a file that others could read is to tell them, unless they are shut out. */
function restrictToOwner(fd: number): void {
  try {
    fchmodSync(fd, 0o600);
  } catch (error) {
    if (!/^(ENOTSUP|EPERM|ENOSYS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
