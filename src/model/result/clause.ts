import type { Level } from '../level.js';

/** A clause of the convention as `suites/convention.md` states it. */
export interface Clause {
  readonly clause: string;
  readonly level: Level;
  readonly family: 'convention' | 'http';
  readonly sentence: string;
  readonly source: string;
  readonly why: string;
  readonly choices: readonly string[];
  /** Why nothing outside can observe it. */
  readonly untested?: string;
}
