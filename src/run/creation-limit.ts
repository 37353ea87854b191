import type { LedgerEntry, LedgerScope } from '../ledger/entry.js';
import { createLiveQuota } from '../ledger/live-quota.js';
import type { RunLedger } from '../ledger/open-ledger.js';
import { UnsentError } from '../limits/request-meter.js';

/**
 * Enforces the limits before a request is sent: how many items exist at once, those included that could not be removed, and how many
 * are created in total. A planned creation counts as existing until the item is removed or
 * known not to exist, so the limit is never exceeded. Scopes throw {@link UnsentError} at the limit.
 */
export function limitCreations<B extends RunLedger>(
  runLedger: B,
  { maxLive = unbounded, maxMade = unbounded }: { readonly maxLive?: number; readonly maxMade?: number },
) {
  const denied = new Map<string, number>();
  const tally = createTally();
  const count = (why: string, more: number) => denied.set(why, (denied.get(why) ?? 0) + more);
  const deny = (why: string): never => {
    count(why, 1);
    throw new UnsentError('budget', why);
  };
  const standing = () => runLedger.countStanding() + runLedger.leftovers().length;
  const room = createLiveQuota({ standing, passing: runLedger.countPassing }, maxLive);
  const check = (page: LedgerScope) => {
    if (!room.has(page)) deny(describeFullQuota(maxLive));
    if (tally.count() >= maxMade) deny(`the limit of ${maxMade} created items is reached (limits.maxMade)`);
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
      recordRefused(entry, isFailure) {
        tally.become(entry, 'refused');
        page.recordRefused(entry, isFailure);
      },
    };
    return own;
  };
  const openScope = (...given: Parameters<B['openScope']>) => pageOf(runLedger.openScope(...given));
  return {
    room: {
      ...room,
      isQuotaReason: (why: string) => why === describeFullQuota(maxLive),
      resetRefusals(page: LedgerScope) {
        count(describeFullQuota(maxLive), -room.takeRefusals(page));
      },
    },
    runLedger: { ...runLedger, openScope },
    /** Describes the creations that were refused. */
    notes: () => describeDenials(denied),
  };
}

const describeDenials = (denied: ReadonlyMap<string, number>): string[] =>
  [...denied]
    .filter(([, count]) => count > 0)
    .map(([why, count]) => `${count} ${count === 1 ? 'case was' : 'cases were'} not completed: ${why}`);

/** Counts created items and creations with an unknown outcome. */
function createTally() {
  // Weak, because a long run creates many items.
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
      // An item counts once, whatever its later states are.
      if (before === undefined || before === 'made' || before === next) return;
      if (before === 'asked') open -= 1;
      if (next === 'made') total += 1;
      states.set(entry, next);
    },
  };
}

const unbounded = Number.POSITIVE_INFINITY;

const describeFullQuota = (most: number): string =>
  `the limit of ${most} test items existing at once is reached (limits.maxLive, --max-live)`;
