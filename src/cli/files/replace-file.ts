import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { UsageError } from '../../model/profile/usage-error.js';

/** Replaces the content of a file atomically; its access rights stay. Throws UsageError. */
export function replaceFile(file: string, text: string): void {
  try {
    const isThere = existsSync(file);
    const place = isThere ? realpathSync(file) : file;
    const part = `${place}.${process.pid}.part`;
    const mode = isThere ? statSync(place).mode & 0o777 : 0o644;
    try {
      const fd = openSync(part, 'wx', mode);
      writeFileSync(fd, text);
      closeSync(fd);
      // The umask of the process can have removed rights that the file had before.
      if (isThere) chmodSync(part, mode);
      renameSync(part, place);
    } finally {
      rmSync(part, { force: true });
    }
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
