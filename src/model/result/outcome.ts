import type { Cause } from './cause.js';
import type { Trial } from './plan.js';
import type { Evidence } from './report.js';
import type { UndecidedCases } from './undecided.js';

/** The evidence of a violated trial. */
export type Counterexample = Required<Omit<Evidence, 'curl' | 'replay' | 'path' | 'reproduced'>> &
  Pick<Evidence, 'path'>;

/** The evidence of recorded traffic: nothing was generated, and nothing is sent again. */
export type RecordedEvidence = Pick<Evidence, 'summary' | 'expected' | 'actual' | 'exchanges'> & {
  readonly reproduced: false;
};

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
  /** In place of a counterexample. */
  readonly recorded?: RecordedEvidence;
}
