import type { Json } from '../json.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import type { Cause } from './cause.js';
import type { Trial } from './plan.js';
import type { UndecidedCases } from './undecided.js';

/** The evidence of a violated trial. */
export interface Counterexample {
  readonly summary: string;
  readonly expected: Json;
  readonly actual: Json;
  readonly case: Json;
  readonly exchanges: readonly RecordedExchange[];
  /** Numbers of exchanges of the case that are not needed for the evidence. */
  readonly controls: readonly number[];
  readonly seed: number;
  /** fast-check path of the case; a passive rule has none. */
  readonly path?: string;
  readonly seenAgain: string;
}

/** The outcome of one trial. */
export interface Outcome {
  readonly trial: Trial;
  /** 'not-applicable' only for a passive rule that no exchange concerns. */
  readonly verdict: 'held' | 'violated' | 'inconclusive' | 'errored' | 'not-applicable';
  readonly cause?: Cause;
  readonly why?: string;
  readonly cases: number;
  readonly corners: number;
  readonly requests: number;
  /** Requests until the first violation; the others were for shrinking and reproducing it. */
  readonly foundAfter?: number;
  readonly notes: readonly string[];
  /** Cases that were tried and could not be decided, by reason; absent when there are none. */
  readonly undecided?: readonly UndecidedCases[];
  readonly counterexample?: Counterexample;
}
