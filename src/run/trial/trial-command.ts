import type { CasePace } from '../read-delay.js';
import type { CaseKind } from '../schedule/trial-place.js';
import type { TriedCase } from './experiment.js';

/** What the case that was drawn last has shown; a skipped one is not counted, and another one is drawn in its place. */
export type CaseAnswer = 'kept' | 'broken' | 'skipped';

/** What a trial asks for next. */
export type TrialCommand =
  /** Begin to draw cases; a fast-check path leads to one case. */
  | { readonly do: 'begin'; readonly pace: CasePace; readonly path?: string | undefined }
  /** Draw the next case, or a smaller one after a broken one. `ahead` says how much further cases matter that may begin now. */
  | { readonly do: 'draw'; readonly said?: CaseAnswer | undefined; readonly ahead?: CaseKind | 'none' | undefined }
  /** Run a case on new items. With an index it may have begun ahead; alone, nothing else of the run is under way. */
  | {
      readonly do: 'run';
      readonly value: unknown;
      readonly pace: CasePace;
      readonly index?: number;
      readonly isAlone?: boolean;
    }
  | { readonly do: 'pause'; readonly ms: number }
  /** Learn the noise of the collection again. */
  | { readonly do: 'relearn' }
  /** From now on, reads of the collection wait after writes. */
  | { readonly do: 'slow down' };

/** A drawn case; `index` is its number, also while it is shrunk. */
export interface DrawnCase {
  readonly value: unknown;
  readonly index: number;
  readonly isCorner: boolean;
}

/** At the end, the case that was broken, as small as it was found. */
export type Drawn = DrawnCase | { readonly found: FoundCase | undefined };

/** A broken case as small as it was found, and its fast-check path. */
export type FoundCase = { readonly value: unknown; readonly path: string };

/** What came of a command, and what holds after it. */
export interface Observation {
  readonly drawn?: Drawn;
  readonly tried?: TriedCase;
  /** Whether more noise was learned. */
  readonly hasLearned?: boolean;
  /** Requests of the trial so far. */
  readonly requests: number;
  /** How often the service stopped while a request of the trial was under way. */
  readonly stops: number;
  /** Whether a case of the collection was decided before. */
  readonly hasWorked: boolean;
  /** Whether reads of the collection already wait as long as those of a confirmation, and whether they wait at all. */
  readonly isCalm: boolean;
  readonly isTimed: boolean;
  /** Whether items stay that cases created although they should not, so that each violation may leave one. */
  readonly isLeaving: boolean;
  /** Milliseconds of the clock. */
  readonly now: number;
}

/** A trial as a state machine: `next(observation)` is the next command, or the verdict. It sends nothing and waits for nothing. */
export type TrialSteps<T> = Generator<TrialCommand, T, Observation>;
