import type fc from 'fast-check';
import type { Outcome } from '../../model/result/outcome.js';
import type { CasePace } from '../read-delay.js';
import type { TriedCase } from './experiment.js';

/** How one trial is run. */
export interface TrialSettings {
  readonly createGenerator: () => fc.Arbitrary<unknown>;
  readonly cases: number;
  readonly seed: number;
  /** fast-check path of one case to go straight to. */
  readonly path?: string | undefined;
  /** Tries one value with fresh resources. */
  readonly tryValue: (value: unknown, pace: CasePace) => Promise<TriedCase>;
  /** Whether the usual pace gives reads all the time that a confirmation does, and how it is made so. */
  readonly isCalm: () => boolean;
  /** Whether each read waits for what was written. */
  readonly isTimed: () => boolean;
  readonly slow: () => void;
  /** Whether something of the collection was decided before. */
  readonly hasWorked: () => boolean;
  /** Learns again what changes by itself; whether there was more than was known. */
  readonly relearn: () => Promise<boolean>;
  readonly toCounterexample: (
    value: unknown,
    tried: TriedCase,
    path: string,
    seenAgain: string,
  ) => Outcome['counterexample'];
  readonly spent: () => number;
}
