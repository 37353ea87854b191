import type { GotRecord, SentRecord } from '../model/recorded-exchange.js';
import type { Tape, UnredactedRequest } from './tape.js';

/** A request as it is on the tape. `as` is not redacted, and only for use while it is observed. */
export interface SentOnTape {
  readonly n: number;
  readonly trial: string | undefined;
  readonly role: string | undefined;
  readonly request: SentRecord;
  readonly as: UnredactedRequest | undefined;
}

/** How it ended, after so many milliseconds. `text` is the unredacted content. */
export interface EndOnTape {
  readonly ms: number;
  readonly answer?: GotRecord;
  readonly text?: string | undefined;
  readonly silence?: string;
}

/** Sees each exchange of a tape once when it is sent, and once when it ended. */
export interface TapeObserver {
  onSent?(sent: SentOnTape): void;
  onEnd?(sent: SentOnTape, end: EndOnTape): void;
}

/** The tape, with observers that see each exchange after it is written, in their order. */
export function observeTape(tape: Tape, observers: readonly TapeObserver[]): Tape {
  const open = new Map<number, SentOnTape>();
  const end = (n: number, how: EndOnTape) => {
    const sent = open.get(n);
    if (sent === undefined) return;
    open.delete(n);
    for (const observer of observers) observer.onEnd?.(sent, how);
  };
  return {
    ...tape,
    sent(n, trial, role, request, as) {
      tape.sent(n, trial, role, request, as);
      const sent = { n, trial, role, request, as };
      open.set(n, sent);
      for (const observer of observers) observer.onSent?.(sent);
    },
    got(n, ms, answer, text) {
      tape.got(n, ms, answer, text);
      end(n, { ms, answer, text });
    },
    silent(n, ms, silence) {
      tape.silent(n, ms, silence);
      end(n, { ms, silence });
    },
  };
}
