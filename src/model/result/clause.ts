import type { Level } from '../level.js';

/** A clause of the convention as written in `suites/convention.md`. */
export interface Clause {
  readonly clause: string;
  readonly level: Level;
  readonly family: 'convention' | 'http';
  readonly sentence: string;
  readonly source: string;
  readonly why: string;
  readonly choices: readonly string[];
  /** Why it cannot be observed from outside. */
  readonly untested?: string;
}
