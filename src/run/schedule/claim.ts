/**
 * The levels of claims. A trial has its place before it asks for any. What holds a claim asks only for claims of later levels, so that no
 * two of them can wait for each other. An announcement waits for nothing: those that give way wait until it is over.
 */
export const levels = ['case', 'announcement', 'removals', 'requests'] as const;

export type Level = (typeof levels)[number];

/** What is used, and beside which other uses. */
export interface Use {
  /** Names of collections, or the path of a list; `*` is everything. */
  readonly uses: readonly string[];
  /** Claims of the same mode are held together; one of the mode `alone` with no other that uses the same. */
  readonly mode: string;
}

/** What a command of a trial reads or changes, and beside which other commands it may do that. */
export interface Claim extends Use {
  readonly level: Level;
  /** Whether it waits until nothing that it uses is announced. */
  readonly givesWay?: boolean;
  /** The claim of the trial to which it belongs, which does not keep it from being granted. */
  readonly of?: Use;
  /** The name of its owner, where it must be known together with which others it was held. */
  readonly recordedAs?: string;
}

/** Whether two claims may not be held at the same time. */
export const isConflicting = (a: Use, b: Use): boolean => (a.mode !== b.mode || a.mode === 'alone') && sharesUse(a, b);

export function sharesUse(a: Use, b: Use): boolean {
  if (a.uses.includes('*') || b.uses.includes('*')) return true;
  for (const name of a.uses) if (b.uses.includes(name)) return true;
  return false;
}

/** A case, or a removal, beside which others run. */
export const besideOthers: Claim = { level: 'case', uses: ['*'], mode: 'beside others' };

/** A case that runs when nothing else of the run is under way. */
export const aloneInRun: Claim = { level: 'case', uses: ['*'], mode: 'alone' };
