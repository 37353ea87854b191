import type { Tape } from '../http/tape.js';
import type { GotRecord, SentRecord } from '../model/recorded-exchange.js';

/** An exchange when it is sent, or when it ended. Redacted, as on the tape. */
export interface ExchangeEvent {
  readonly n: number;
  readonly role: string | undefined;
  readonly request: SentRecord;
  /** Absent while there is no response. */
  readonly end?: { readonly ms: number; readonly answer?: GotRecord; readonly silence?: string };
}

/** Receives exchange events. */
export type ExchangeListener = (heard: ExchangeEvent) => void;

/** Wraps a tape and reports each exchange as it is written, redacted. */
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
