import { closeSync, writeSync } from 'node:fs';
import { openPrivateFile } from './private-file.js';

/** A file of JSON lines that is written as things happen. */
export interface JsonLines {
  /** On disk before this returns, and everything before it. */
  writeNow(line: object): void;
  /** On disk when this turn of the event loop ends, in one piece with what else happens in it: a kill loses a turn at most. */
  writeSoon(line: object): void;
  /** Why it cannot be written any more. */
  getProblem(): string | undefined;
  close(): void;
}

/**
 * Opens a file of lines for its owner's eyes only (mode 0600), anew or to add to it. Throws the file system's error when it cannot be opened,
 * and from `now` once it cannot be written; what was to be written `soon` is lost then, which `trouble` tells.
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

/** A disk that is nearly full takes a part. */
function writeWhole(fd: number, text: string): void {
  const written = writeSync(fd, text);
  if (written === Buffer.byteLength(text)) return;
  let rest = Buffer.from(text).subarray(written);
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}
