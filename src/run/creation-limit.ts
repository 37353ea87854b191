import type { LedgerEntry, LedgerScope } from '../ledger/entry.js';
import { createLiveQuota, type LiveQuota } from '../ledger/live-quota.js';
import type { RunLedger } from '../ledger/open-ledger.js';
import { UnsentError } from '../limits/request-meter.js';

/** How many things a run may make. */
export interface CreationLimits {
  /** That stand at once; what could not be removed stands, too. */
  readonly maxLive?: number;
  /** In all. */
  readonly maxMade?: number;
}

/** A book in which nothing is intended beyond what may stand. */
export interface LimitedLedger<B extends RunLedger> {
  readonly book: B;
  readonly room: LiveQuota;
  /** What was not made for want of room. */
  notes(): string[];
}

/**
 * Holds the limits before anything is sent: what is intended counts as standing until it is known to be gone or never made, so
 * there are never more. Pages throw {@link UnsentError} then.
 */
export function limitCreations<B extends RunLedger>(
  book: B,
  { maxLive = unbounded, maxMade = unbounded }: CreationLimits,
): LimitedLedger<B> {
  const denied = new Map<string, number>();
  const tally = createTally();
  const count = (why: string, more: number) => denied.set(why, (denied.get(why) ?? 0) + more);
  const deny = (why: string): never => {
    count(why, 1);
    throw new UnsentError('budget', why);
  };
  const standing = () => book.countStanding() + book.leftovers().length;
  const room = createLiveQuota({ standing, passing: book.countPassing }, maxLive);
  const check = (page: LedgerScope) => {
    if (!room.has(page)) deny(describeFullQuota(maxLive));
    if (tally.count() >= maxMade) deny(describeCreationLimit(maxMade));
  };
  const pageOf = (page: LedgerScope): LedgerScope => {
    const own: LedgerScope = {
      ...page,
      intend(...what) {
        check(own);
        const entry = page.intend(...what);
        tally.asked(entry);
        return entry;
      },
      recordCreated(entry, path) {
        tally.become(entry, 'made');
        page.recordCreated(entry, path);
      },
      recordGone(entry) {
        tally.become(entry, 'refused');
        page.recordGone(entry);
      },
    };
    return own;
  };
  return {
    room: {
      ...room,
      isQuotaReason: (why) => why === describeFullQuota(maxLive),
      resetRefusals(page) {
        count(describeFullQuota(maxLive), -room.takeRefusals(page));
      },
    },
    book: { ...book, openScope: (...given: Parameters<B['openScope']>) => pageOf(book.openScope(...given)) },
    notes: () =>
      [...denied]
        .filter(([, count]) => count > 0)
        .map(([why, count]) => `${count} ${count === 1 ? 'case was' : 'cases were'} not tried to the end: ${why}`),
  };
}

/** Counts what is made, and what may yet turn out to be. */
function createTally() {
  // Weakly: a long run makes more things than anybody could remember.
  const states = new WeakMap<LedgerEntry, 'asked' | 'refused' | 'made'>();
  let open = 0;
  let total = 0;
  return {
    count: () => total + open,
    asked(entry: LedgerEntry) {
      states.set(entry, 'asked');
      open += 1;
    },
    become(entry: LedgerEntry, next: 'refused' | 'made') {
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

const describeFullQuota = (most: number): string =>
  `${most} things stand at once, and no more may (limits.maxLive, --max-live)`;

const describeCreationLimit = (most: number): string => `${most} things were made, and no more may be (limits.maxMade)`;
