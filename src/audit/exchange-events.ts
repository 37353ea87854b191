import type { Tape } from '../http/tape.js';
import type { GotRecord, SentRecord } from '../model/recorded-exchange.js';

/** What is heard of an exchange: that it was sent, or how it ended. All of it is redacted, as on the tape. */
export interface ExchangeEvent {
  readonly n: number;
  readonly role: string | undefined;
  readonly request: SentRecord;
  /** Absent while nothing came back. */
  readonly end?: { readonly ms: number; readonly answer?: GotRecord; readonly silence?: string };
}

/** Takes what is heard. */
export type ExchangeListener = (heard: ExchangeEvent) => void;

/** A tape that tells what is written on it while it is written, and nothing of what passes through unredacted. */
export function addExchangeListener(tape: Tape, tell: ExchangeListener | undefined): Tape {
  if (tell === undefined) return tape;
  const open = new Map<number, Pick<ExchangeEvent, 'n' | 'role' | 'request'>>();
  const end = (n: number, how: NonNullable<ExchangeEvent['end']>) => {
    const begun = open.get(n);
    open.delete(n);
    if (begun) tell({ ...begun, end: how });
  };
  return {
    ...tape,
    sent(n, trial, role, request, as) {
      tape.sent(n, trial, role, request, as);
      open.set(n, { n, role, request });
      tell({ n, role, request });
    },
    got(n, ms, answer, text) {
      tape.got(n, ms, answer, text);
      end(n, { ms, answer });
    },
    silent(n, ms, silence) {
      tape.silent(n, ms, silence);
      end(n, { ms, silence });
    },
  };
}
