/** Wait between a write and a read, in milliseconds, for items and for lists. */
export interface ReadDelay {
  readonly itemMs: number;
  readonly listMs: number;
}

/** The pace of a case: usual, with a wait before each read, or also with a wait after each creation. */
export type CasePace = 'usual' | 'settled' | 'rested';

/** Reads follow writes at once. */
export const noDelay: ReadDelay = { itemMs: 0, listMs: 0 };

/** Time after a write in which reads may show what was before, in milliseconds: longer than the usual undeclared lag. */
export const usualLagMs = 1_700;
