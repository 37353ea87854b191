import type { SentOnTape, TapeObserver } from '../http/observe-tape.js';
import type { GotRecord } from '../model/recorded-exchange.js';

/** An exchange when it is sent, or when it ended. Redacted, as on the tape. */
export interface ExchangeEvent extends Pick<SentOnTape, 'n' | 'role' | 'request'> {
  /** Absent while there is no response. */
  readonly end?: { readonly ms: number; readonly answer?: GotRecord; readonly silence?: string };
}

/** Receives exchange events. */
export type ExchangeListener = (heard: ExchangeEvent) => void;

/** Tells a listener of each exchange, redacted. */
export const tellExchanges = (tell: ExchangeListener): TapeObserver => ({
  onSent: ({ n, role, request }) => tell({ n, role, request }),
  onEnd: ({ n, role, request }, { ms, answer, silence }) =>
    tell({ n, role, request, end: answer === undefined ? { ms, silence: silence ?? '' } : { ms, answer } }),
});
