import { clock } from '../model/clock.js';
import type { GotRecord, SentRecord } from '../model/recorded-exchange.js';
import { openJsonLines } from './json-lines.js';

/** A request as it left: to be looked at while it is written down, never to be written. */
export interface UnredactedRequest {
  /** Path and query on the target. */
  readonly target: string;
  readonly content: string | undefined;
}

/** Where exchanges are written down, redacted, as they happen: one JSON line when sent, one when it ended. */
export interface Tape {
  sent(
    n: number,
    trial: string | undefined,
    role: string | undefined,
    request: SentRecord,
    as?: UnredactedRequest,
  ): void;
  /** `text` is the content as it came. */
  got(n: number, ms: number, answer: GotRecord, text?: string): void;
  silent(n: number, ms: number, why: string): void;
  /** Why it cannot be written any more. */
  trouble?(): string | undefined;
  close(): void;
}

/** A tape on disk. Throws the file system's error when the file cannot be opened; what cannot be written later is told as trouble. */
export function openTape(file: string): Tape {
  const lines = openJsonLines(file);
  return {
    sent: (n, trial, role, request) => lines.writeSoon({ n, at: clock.epochMs(), trial, role, request }),
    got: (n, ms, answer) => lines.writeSoon({ n, ms, answer }),
    silent: (n, ms, silence) => lines.writeSoon({ n, ms, silence }),
    trouble: lines.getProblem,
    close: lines.close,
  };
}

/** A tape that forgets, for looks around that leave no report. */
export const noTape: Tape = { sent() {}, got() {}, silent() {}, close() {} };
