import { clock } from '../model/clock.js';
import type { GotRecord, SentRecord } from '../model/recorded-exchange.js';
import { openJsonLines } from './json-lines.js';

/** An unredacted request, only for use while it is recorded. */
export interface UnredactedRequest {
  /** Path and query. */
  readonly target: string;
  readonly content: string | undefined;
}

/** Records exchanges during the run, redacted: one JSON line when a request is sent, one when it ends. */
export interface Tape {
  sent(
    n: number,
    trial: string | undefined,
    role: string | undefined,
    request: SentRecord,
    as?: UnredactedRequest,
  ): void;
  /** `text` is the unredacted content. */
  got(n: number, ms: number, answer: GotRecord, text?: string): void;
  silent(n: number, ms: number, why: string): void;
  /** Why the tape cannot be written any more. */
  trouble?(): string | undefined;
  close(): void;
}

/**
 * Opens a tape file. Throws the error of the file system when it cannot be opened; later errors are reported by
 * `trouble`.
 */
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

/** A tape that records nothing, for commands without a report. */
export const noTape: Tape = { sent() {}, got() {}, silent() {}, close() {} };
