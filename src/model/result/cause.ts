/** Why a trial could not be decided; `assumption:<rule>` names the violated rule. */
export type Cause =
  /** The preparation of a case failed, or the run does not send a request that the case needs. */
  | 'setup'
  /** No case could be generated, or none led to the situation that the rule is about. */
  | 'no-usable-case'
  /** A violation did not appear again. */
  | 'not-reproduced'
  /** No response, or 502, 503 or 504 after all retries. */
  | 'no-answer'
  /** The requests, the time or the test items of the run are used up. */
  | 'budget'
  /** Differences that come without a cause of ours. */
  | 'noise'
  /** 429 after all retries, or 401 or 403 for a request that should be allowed. */
  | 'refused'
  /** Recorded traffic looks like a violation that only an experiment can prove. */
  | 'suspected'
  | `assumption:${string}`;

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
