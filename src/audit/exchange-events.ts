import type { TapedExchange, TapeObserver } from '../http/tape.js';

/** An exchange when it is sent, or when it ended (`end`). Redacted, as on the tape. */
export type ExchangeEvent = Pick<TapedExchange, 'n' | 'role' | 'request' | 'end'>;

export type ExchangeListener = (heard: ExchangeEvent) => void;

/** Tells a listener of each exchange, redacted. */
export const tellExchanges = (tell: ExchangeListener): TapeObserver => ({
  onSent: ({ n, role, request }) => tell({ n, role, request }),
  onEnd: ({ n, role, request, end }) => tell({ n, role, request, end }),
});
