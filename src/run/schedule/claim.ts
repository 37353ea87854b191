/**
 * The levels of claims. What holds a claim asks only for claims of later levels, so that no two of them can wait for each other. An
 * announcement waits for nothing: those that give way wait until it is over.
 */
export const levels = ['trial', 'case', 'announcement', 'removals', 'requests'] as const;

export type Level = (typeof levels)[number];

/** What a command reads or changes, and beside which other commands it may do that. */
export interface Claim {
  readonly level: Level;
  /** Names of collections, or the path of a list; `*` is everything of the level. */
  readonly uses: readonly string[];
  /** Claims of the same mode are held together; one of the mode `alone` with no other that uses the same. */
  readonly mode: string;
  /** Whether it waits until nothing that it uses is announced. */
  readonly givesWay?: boolean;
  /** The name of its owner, where it must be known together with which others it was held. */
  readonly recordedAs?: string;
}

/** A claim that waits, is held, or is over. */
export interface Grant {
  readonly claim: Claim;
  /** Resolves when it is granted, or released; undefined where it was granted at once. */
  readonly granted: Promise<void> | undefined;
  /** Whether another claim of its level was held at any time while this one was. */
  hasCompany: boolean;
  /** Ends the claim, or its wait; further calls do nothing. */
  release(): void;
}

/** The claims of one level that are held, and those that wait, in the order in which they were asked for. */
export interface LevelState {
  readonly held: Set<Grant>;
  readonly waiting: Set<Grant>;
}

export type QueueState = Readonly<Record<Level, LevelState>>;

/** Whether two claims may not be held at the same time. */
export const isConflicting = (a: Pick<Claim, 'uses' | 'mode'>, b: Pick<Claim, 'uses' | 'mode'>): boolean =>
  (a.mode !== b.mode || a.mode === 'alone') && sharesUse(a, b);

/** Whether two claims use the same. */
export function sharesUse(a: Pick<Claim, 'uses'>, b: Pick<Claim, 'uses'>): boolean {
  if (a.uses.includes('*') || b.uses.includes('*')) return true;
  for (const name of a.uses) if (b.uses.includes(name)) return true;
  return false;
}

/** A case, or a removal, beside which others run. */
export const besideOthers: Claim = { level: 'case', uses: ['*'], mode: 'beside others' };

/** A case that runs when nothing else of the run is under way. */
export const aloneInRun: Claim = { level: 'case', uses: ['*'], mode: 'alone' };
