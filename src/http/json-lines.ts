import { closeSync, writeSync } from 'node:fs';
import { openPrivateFile } from './private-file.js';

export interface JsonLines {
  /** The line, and every line before it, is on disk when this returns. */
  writeNow(line: object): void;
  /** The line is on disk at the end of this turn of the event loop: a killed process loses at most one turn. */
  writeSoon(line: object): void;
  /** Why the file cannot be written any more. */
  getProblem(): string | undefined;
  close(): void;
}

/** Lines that are not written anywhere. */
export const discardedLines: JsonLines = { writeNow() {}, writeSoon() {}, getProblem: () => undefined, close() {} };

/**
 * Opens a file of lines that only its owner can read (mode 0600), new or for appending. Throws the error of the file
 * system when it cannot be opened; `writeNow` throws once it cannot be written. Lines of `writeSoon` are lost then,
 * which `getProblem` reports.
 */
export function openJsonLines(file: string, flag: 'w' | 'a' = 'w'): JsonLines {
  const fd = openPrivateFile(file, flag);
  let pending = '';
  let failure: Error | undefined;
  const flush = () => {
    const lines = pending;
    pending = '';
    if (lines === '') return;
    try {
      const written = writeSync(fd, lines);
      if (written === Buffer.byteLength(lines)) return;
      // A write to a nearly full disk may be partial.
      let rest = Buffer.from(lines).subarray(written);
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      failure = error as Error;
    }
  };
  return {
    writeNow(line) {
      pending += `${JSON.stringify(line)}\n`;
      flush();
      if (failure !== undefined) throw failure;
    },
    writeSoon(line) {
      if (failure !== undefined) return;
      if (pending === '') setImmediate(flush);
      pending += `${JSON.stringify(line)}\n`;
    },
    getProblem: () => (failure === undefined ? undefined : `${file} cannot be written: ${failure.message}`),
    close() {
      flush();
      closeSync(fd);
    },
  };
}
