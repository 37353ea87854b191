import type { CaseKind } from '../schedule/trial-place.js';
import type { TriedCase } from './experiment.js';
import type { CasePace } from './shared-state.js';

/** What the case that was drawn last has shown; a skipped one is not counted, and another one is drawn in its place. */
export type CaseAnswer = 'kept' | 'broken' | 'skipped';

/** What a trial does to find its verdict. */
export interface TrialActions {
  begin(pace: CasePace, path?: string): Promise<void>;
  /** Draws the next case, or a smaller one after a broken one. `ahead` says how much further cases matter that may begin now. */
  draw(said?: CaseAnswer, ahead?: CaseKind | 'none'): Promise<Drawn>;
  /** Runs a case on new items. With an index it may have begun ahead; alone, nothing else of the run is under way. */
  run(value: unknown, pace: CasePace, how?: CaseRun): Promise<TriedCase>;
  pause(ms: number): Promise<void>;
  /** Learns the noise of the collection again; resolves to whether more was learned. */
  relearn(): Promise<boolean>;
  /** From now on, reads of the collection wait after writes. */
  slowDown(): void;
  /** What holds now. */
  observe(): Observation;
}

export interface CaseRun {
  readonly index?: number;
  readonly isAlone?: boolean;
}

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

/** What holds between two actions of a trial. */
export interface Observation {
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
