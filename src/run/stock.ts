import type { Entry, Ledger, LedgerBook } from './ledger.js';
import { Unsent } from './meter.js';

/** How many things a run may make. */
export interface StockLimits {
  /** That stand at once; what could not be removed stands, too. */
  readonly maxLive?: number;
  /** In all. */
  readonly maxMade?: number;
}

/** A book in which nothing is intended beyond what may stand. */
export interface Stock<B extends LedgerBook> {
  readonly book: B;
  /** What was not made for want of room. */
  notes(): string[];
}

/**
 * Holds the limits before anything is sent: what is intended counts as standing until it is known to be gone or never made, so
 * there are never more. Pages throw {@link Unsent} then.
 */
export function stockOf<B extends LedgerBook>(
  book: B,
  { maxLive = unbounded, maxMade = unbounded }: StockLimits,
): Stock<B> {
  // Weakly: a long run makes more things than anybody could remember.
  const states = new WeakMap<Entry, 'asked' | 'refused' | 'made'>();
  const denied = new Map<string, number>();
  let open = 0;
  let total = 0;
  const deny = (why: string): never => {
    denied.set(why, (denied.get(why) ?? 0) + 1);
    throw new Unsent('budget', why);
  };
  const check = () => {
    if (book.standing() + book.leftovers().length >= maxLive) deny(fullOf(maxLive));
    if (total + open >= maxMade) deny(enoughOf(maxMade));
  };
  const become = (entry: Entry, next: 'refused' | 'made') => {
    const before = states.get(entry);
    // What was found was made before, and what was made stays made.
    if (before === undefined || before === 'made' || before === next) return;
    if (before === 'asked') open -= 1;
    if (next === 'made') total += 1;
    states.set(entry, next);
  };
  const pageOf = (page: Ledger): Ledger => ({
    ...page,
    intend(...what) {
      check();
      const entry = page.intend(...what);
      states.set(entry, 'asked');
      open += 1;
      return entry;
    },
    made(entry, path) {
      become(entry, 'made');
      page.made(entry, path);
    },
    gone(entry) {
      become(entry, 'refused');
      page.gone(entry);
    },
  });
  return {
    book: { ...book, page: (...given: Parameters<B['page']>) => pageOf(book.page(...given)) },
    notes: () =>
      [...denied].map(
        ([why, count]) => `${count} ${count === 1 ? 'case was' : 'cases were'} not tried to the end: ${why}`,
      ),
  };
}

const unbounded = Number.POSITIVE_INFINITY;

const fullOf = (most: number): string => `${most} things stand at once, and no more may (limits.maxLive, --max-live)`;

const enoughOf = (most: number): string => `${most} things were made, and no more may be (limits.maxMade)`;
