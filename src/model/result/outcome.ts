import type { Json } from '../json.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import type { Cause } from './cause.js';
import type { Trial } from './plan.js';

/** What a violated trial rests on. */
export interface Counterexample {
  readonly summary: string;
  readonly expected: Json;
  readonly actual: Json;
  readonly case: Json;
  readonly exchanges: readonly RecordedExchange[];
  /** Numbers of exchanges of the case that are not needed to see the violation. */
  readonly controls: readonly number[];
  readonly seed: number;
  readonly path: string;
  readonly seenAgain: string;
}

/** What came of one trial. */
export interface Outcome {
  readonly trial: Trial;
  readonly verdict: 'held' | 'violated' | 'inconclusive' | 'errored';
  readonly cause?: Cause;
  readonly why?: string;
  /** Cases that were decided. */
  readonly cases: number;
  readonly corners: number;
  readonly requests: number;
  /** Requests until the violation was first seen; the rest went into a smaller case and into seeing it again. */
  readonly foundAfter?: number;
  readonly notes: readonly string[];
  readonly counterexample?: Counterexample;
}
