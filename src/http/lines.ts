import { closeSync, openSync, writeSync } from 'node:fs';

/** A file of JSON lines that is written as things happen. */
export interface Lines {
  /** On disk before this returns, and everything before it. */
  now(line: object): void;
  /** On disk when this turn of the event loop ends, in one piece with what else happens in it: a kill loses a turn at most. */
  soon(line: object): void;
  close(): void;
}

/**
 * Opens a file of lines for its owner's eyes only (mode 0600). Throws the file system's error when it cannot be opened,
 * and from `now` and `soon` once it cannot be written.
 */
export function linesTo(file: string): Lines {
  const fd = openSync(file, 'w', 0o600);
  let pending = '';
  let failure: unknown;
  const flush = () => {
    const lines = pending;
    pending = '';
    try {
      if (lines !== '') writeSync(fd, lines);
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
    now(line) {
      add(line);
      flush();
      complain();
    },
    soon(line) {
      complain();
      if (pending === '') setImmediate(flush);
      add(line);
    },
    close() {
      flush();
      closeSync(fd);
    },
  };
}
