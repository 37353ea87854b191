import type { Entry, Ledger } from '../ledger/entry.js';
import { type Room, roomOf } from '../ledger/live-quota.js';
import type { LedgerBook } from '../ledger/open-ledger.js';
import { Unsent } from '../limits/request-meter.js';

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
  readonly room: Room;
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
  const denied = new Map<string, number>();
  const tally = tallyOf();
  const count = (why: string, more: number) => denied.set(why, (denied.get(why) ?? 0) + more);
  const deny = (why: string): never => {
    count(why, 1);
    throw new Unsent('budget', why);
  };
  const standing = () => book.standing() + book.leftovers().length;
  const room = roomOf({ standing, passing: book.passing }, maxLive);
  const check = (page: Ledger) => {
    if (!room.has(page)) deny(fullOf(maxLive));
    if (tally.count() >= maxMade) deny(enoughOf(maxMade));
  };
  const pageOf = (page: Ledger): Ledger => {
    const own: Ledger = {
      ...page,
      intend(...what) {
        check(own);
        const entry = page.intend(...what);
        tally.asked(entry);
        return entry;
      },
      made(entry, path) {
        tally.become(entry, 'made');
        page.made(entry, path);
      },
      gone(entry) {
        tally.become(entry, 'refused');
        page.gone(entry);
      },
    };
    return own;
  };
  return {
    room: {
      ...room,
      isLacking: (why) => why === fullOf(maxLive),
      forgive(page) {
        count(fullOf(maxLive), -room.refused(page));
      },
    },
    book: { ...book, page: (...given: Parameters<B['page']>) => pageOf(book.page(...given)) },
    notes: () =>
      [...denied]
        .filter(([, count]) => count > 0)
        .map(([why, count]) => `${count} ${count === 1 ? 'case was' : 'cases were'} not tried to the end: ${why}`),
  };
}

/** Counts what is made, and what may yet turn out to be. */
function tallyOf() {
  // Weakly: a long run makes more things than anybody could remember.
  const states = new WeakMap<Entry, 'asked' | 'refused' | 'made'>();
  let open = 0;
  let total = 0;
  return {
    count: () => total + open,
    asked(entry: Entry) {
      states.set(entry, 'asked');
      open += 1;
    },
    become(entry: Entry, next: 'refused' | 'made') {
      const before = states.get(entry);
      // What was found was made before, and what was made stays made.
      if (before === undefined || before === 'made' || before === next) return;
      if (before === 'asked') open -= 1;
      if (next === 'made') total += 1;
      states.set(entry, next);
    },
  };
}

const unbounded = Number.POSITIVE_INFINITY;

const fullOf = (most: number): string => `${most} things stand at once, and no more may (limits.maxLive, --max-live)`;

const enoughOf = (most: number): string => `${most} things were made, and no more may be (limits.maxMade)`;
