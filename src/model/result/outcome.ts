import type { Cause } from './cause.js';
import type { Trial } from './plan.js';
import type { Evidence, Result } from './report.js';

/** The evidence of a violated trial. */
export type Counterexample = Required<Omit<Evidence, 'curl' | 'replay' | 'path' | 'reproduced'>> &
  Pick<Evidence, 'path'>;

/** The evidence of recorded traffic: nothing was generated, and nothing is sent again. */
export type RecordedEvidence = Pick<Evidence, 'summary' | 'expected' | 'actual' | 'exchanges'> & {
  readonly reproduced: false;
};

/** The outcome of one trial. */
export interface Outcome extends Pick<Result, 'why' | 'cases' | 'requests' | 'foundAfter' | 'undecided'> {
  readonly trial: Trial;
  /** 'not-applicable' only for a passive rule that no exchange concerns. */
  readonly verdict: 'held' | 'violated' | 'inconclusive' | 'errored' | 'not-applicable';
  readonly cause?: Cause;
  readonly corners: number;
  readonly notes: readonly string[];
  readonly counterexample?: Counterexample;
  /** In place of a counterexample. */
  readonly recorded?: RecordedEvidence;
}
