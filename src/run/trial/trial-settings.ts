import type fc from 'fast-check';
import type { Outcome } from '../../model/result/outcome.js';
import type { CasePace } from '../read-delay.js';
import type { CaseRoom } from '../schedule/case-room.js';
import type { TriedCase } from './experiment.js';

/** The number of cases that rules declare refers to a run with this many. */
export const defaultCases = 10;

export interface TrialSettings {
  readonly createGenerator: () => fc.Arbitrary<unknown>;
  readonly cases: number;
  readonly seed: number;
  /** fast-check path of the case to run. */
  readonly path?: string | undefined;
  /** Where cases may begin beside the one that is under way. */
  readonly room: CaseRoom;
  /** Runs one value on new items; alone, when nothing else of the run is under way. */
  readonly tryValue: (value: unknown, pace: CasePace, isAlone?: boolean) => Promise<TriedCase>;
  /** Whether the usual pace already waits as long as a confirmation does, and a way to switch to it. */
  readonly isCalm: () => boolean;
  /** Whether each read waits after writes. */
  readonly isTimed: () => boolean;
  readonly slow: () => void;
  /** Whether a case of the collection was decided before. */
  readonly hasWorked: () => boolean;
  /** How often the service stopped while a request of the trial was under way. */
  readonly countStops: () => number;
  /** Learns the noise again; resolves to whether more was found. */
  readonly relearn: () => Promise<boolean>;
  readonly toCounterexample: (
    value: unknown,
    tried: TriedCase,
    path: string,
    seenAgain: string,
  ) => Outcome['counterexample'];
  readonly spent: () => number;
}
