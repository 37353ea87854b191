import { closeSync, openSync, writeSync } from 'node:fs';
import type { Headers } from './exchange.js';

/** A request as written down. */
export interface SentRecord {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly content?: string;
}

/** An answer as written down; `cutFrom` is the full length of content that was cut. */
export interface GotRecord {
  readonly status: number;
  readonly headers: Headers;
  readonly content?: string;
  readonly cutFrom?: number;
}

/** Where exchanges are written down, redacted, as they happen: one JSON line when sent, one when it ended. */
export interface Tape {
  sent(n: number, trial: string | undefined, role: string | undefined, request: SentRecord): void;
  got(n: number, ms: number, answer: GotRecord): void;
  silent(n: number, ms: number, why: string): void;
  close(): void;
}

/**
 * A tape on disk, for the owner's eyes only (mode 0600). What happens in one turn of the event loop is written when that
 * turn ends, in one piece: nothing waits for an answer, and a kill loses a turn at most. Throws the file system's error
 * when the file cannot be opened, and from then on when it cannot be written.
 */
export function tapeTo(file: string): Tape {
  const fd = openSync(file, 'w', 0o600);
  let lines = '';
  let failure: unknown;
  const flush = () => {
    const turn = lines;
    lines = '';
    try {
      if (turn !== '') writeSync(fd, turn);
    } catch (error) {
      failure = error;
    }
  };
  const write = (line: object) => {
    if (failure !== undefined) throw failure;
    if (lines === '') setImmediate(flush);
    lines += `${JSON.stringify(line)}\n`;
  };
  return {
    sent: (n, trial, role, request) => write({ n, at: Date.now(), trial, role, request }),
    got: (n, ms, answer) => write({ n, ms, answer }),
    silent: (n, ms, silence) => write({ n, ms, silence }),
    close() {
      flush();
      closeSync(fd);
    },
  };
}

/** A tape that forgets, for looks around that leave no report. */
export const noTape: Tape = { sent() {}, got() {}, silent() {}, close() {} };
