import { closeSync, writeSync } from 'node:fs';
import { openPrivateFile } from './private-file.js';

/** A file of JSON lines that is written during the run. */
export interface JsonLines {
  /** The line, and every line before it, is on disk when this returns. */
  writeNow(line: object): void;
  /**
   * The line is on disk at the end of this turn of the event loop, with the other lines of the turn: a killed process
   * loses at most one turn.
   */
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
  let failure: unknown;
  const flush = () => {
    const lines = pending;
    pending = '';
    try {
      if (lines !== '') writeWhole(fd, lines);
    } catch (error) {
      failure = error;
    }
  };
  const add = (line: object) => {
    pending += `${JSON.stringify(line)}\n`;
  };
  const complain = () => {
    if (failure !== undefined) throw failure;
  };
  return {
    writeNow(line) {
      add(line);
      flush();
      complain();
    },
    writeSoon(line) {
      if (failure !== undefined) return;
      if (pending === '') setImmediate(flush);
      add(line);
    },
    getProblem: () => (failure === undefined ? undefined : `${file} cannot be written: ${(failure as Error).message}`),
    close() {
      flush();
      closeSync(fd);
    },
  };
}

/** A write to a nearly full disk may be partial. */
function writeWhole(fd: number, text: string): void {
  const written = writeSync(fd, text);
  if (written === Buffer.byteLength(text)) return;
  let rest = Buffer.from(text).subarray(written);
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}
