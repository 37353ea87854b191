import { clock } from '../model/clock.js';
import type { GotRecord, SentRecord } from '../model/recorded-exchange.js';
import { openJsonLines } from './json-lines.js';

/** How an exchange ended: with a response, or with the reason for a missing one (`silence`). */
export interface ExchangeEnd {
  /** Milliseconds from the sending to the end. */
  readonly ms: number;
  readonly answer?: GotRecord;
  readonly silence?: string;
}

/** An exchange as it is recorded: redacted, with its labels. */
export interface TapedExchange {
  readonly n: number;
  /** Milliseconds since 1970 when it was sent, if it is put on the tape later than that. */
  readonly at?: number;
  readonly trial: string | undefined;
  readonly role: string | undefined;
  readonly request: SentRecord;
  /** Absent while there is no response. */
  readonly end?: ExchangeEnd | undefined;
  /** What is not redacted, only for use while it is recorded: not stored anywhere. Absent for requests for credentials. */
  readonly unredacted?: UnredactedExchange | undefined;
}

/** The path with the query and the content of a request, and the content of its response. */
export interface UnredactedExchange {
  readonly target: string;
  readonly content: string | undefined;
  readonly text?: string | undefined;
}

/** Records exchanges during the run, redacted: one JSON line when a request is sent, one when it ends. */
export interface Tape {
  sent(exchange: TapedExchange): void;
  ended(exchange: TapedExchange): void;
  /** Why the tape cannot be written any more. */
  trouble?(): string | undefined;
  close(): void;
}

/** Opens a tape file. Throws the error of the file system; later errors are reported by `trouble`. */
export function openTape(file: string): Tape {
  const lines = openJsonLines(file);
  return {
    sent: ({ n, at = clock.epochMs(), trial, role, request }) => lines.writeSoon({ n, at, trial, role, request }),
    ended: ({ n, end }) => lines.writeSoon({ n, ms: end?.ms, answer: end?.answer, silence: end?.silence }),
    trouble: lines.getProblem,
    close: lines.close,
  };
}

/** A tape that records nothing, for commands without a report. */
export const noTape: Tape = { sent() {}, ended() {}, close() {} };

export interface TapeObserver {
  onSent?(exchange: TapedExchange): void;
  onEnd?(exchange: TapedExchange): void;
}

/** The tape, with observers that see each exchange after it is written, in their order. */
export const observeTape = (tape: Tape, observers: readonly TapeObserver[]): Tape => ({
  ...tape,
  sent(exchange) {
    tape.sent(exchange);
    for (const observer of observers) observer.onSent?.(exchange);
  },
  ended(exchange) {
    tape.ended(exchange);
    for (const observer of observers) observer.onEnd?.(exchange);
  },
});
