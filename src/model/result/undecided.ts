import type { Cause } from './cause.js';

/** Cases of one check that could not be decided, for one reason. */
export interface UndecidedCases {
  readonly cause: Cause;
  /** The reason, as it was given for the last of these cases. */
  readonly why: string;
  readonly cases: number;
  /** Set when the server failed in such a case: a server error, or no response. */
  readonly hasFailed?: true;
  /** Set when a case was repeated, and undecided each time. */
  readonly isRepeated?: true;
}
