import type { Exchange } from './exchange.js';

/** An exchange of the survey or the run with its whole request, whichever check sent it. */
export interface ObservedExchange extends Exchange {
  /** Request header fields without credentials. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: string | undefined;
  /** Name of the caller; the default one when absent. */
  readonly as?: string;
}
