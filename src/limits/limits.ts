import type { SentExchange, SentRawExchange } from '../http/exchange.js';

/** Limits of a run. */
export interface RunLimits {
  /** Requests in all: those that were sent before the run began, those for credentials, and those that clean up. */
  readonly maxRequests: number;
  readonly maxSeconds: number;
  /** When the seconds began, by `clock.now()`; now when absent. */
  readonly begunAt?: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** Requests that removal will need: one for each thing that stands. */
  readonly countOwed: () => number;
  /** Requests that it takes to find what must be removed and has no known address; none when absent. */
  readonly owedToFind?: () => number;
  /** Why what is written down cannot be written, so that the run ends. */
  readonly trouble?: () => string | undefined;
  /** Sees every exchange. */
  readonly onExchange?: (exchange: SentExchange | SentRawExchange) => void;
}
