import type { SentExchange, SentRawExchange } from '../http/exchange.js';
import type { StartedProcess } from './health.js';

export interface RunLimits {
  /** Maximum number of requests, including those before the run, those for credentials, and those for cleanup. */
  readonly maxRequests: number;
  readonly maxSeconds: number;
  /** Start of the time limit, by `clock.now()`; now when absent. */
  readonly begunAt?: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** Number of requests that removals will need: one for each existing item. */
  readonly countOwed: () => number;
  /** Number of requests to restore single resources; 0 when absent. */
  readonly owedToRestore?: () => number;
  /** Number of requests to find items without a known address; 0 when absent. */
  readonly owedToFind?: () => number;
  /** Why a file of the run cannot be written, which ends the run. */
  readonly trouble?: () => string | undefined;
  /** Returns why the run has found enough; undefined while it goes on. */
  readonly findStopReason?: (() => string | undefined) | undefined;
  /** The process of the service, where it can be started again. */
  readonly process?: StartedProcess | undefined;
  /** Whether requests with unusual octets are left out: they could stop a service on another machine. */
  readonly omitsUnusualOctets?: boolean | undefined;
  /** Called when the service has stopped: what was known of its items may be wrong. */
  readonly onStop?: () => void;
  readonly onExchange?: (exchange: SentExchange | SentRawExchange) => void;
}
