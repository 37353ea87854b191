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
  // Weak, because a long run creates many items.
  const states = new WeakMap<LedgerEntry, 'asked' | 'refused' | 'made'>();
  // Created items and creations with an unknown outcome.
  let count = 0;
  const standing = () => runLedger.countStanding() + runLedger.leftovers().length;
  const room = createLiveQuota({ standing, passing: runLedger.countPassing }, maxLive);
  const countDenial = (why: string, more: number) => denied.set(why, (denied.get(why) ?? 0) + more);
  /** An item counts once, whatever its later states are. */
  const settle = (entry: LedgerEntry, next: 'refused' | 'made') => {
    const before = states.get(entry);
    if (before === undefined || before === 'made' || before === next) return;
    count += (next === 'made' ? 1 : 0) - (before === 'asked' ? 1 : 0);
    states.set(entry, next);
  };
  const openScope = (...given: Parameters<B['openScope']>): LedgerScope => {
    const scope = runLedger.openScope(...given);
    const own: LedgerScope = {
      ...scope,
      intend(...what) {
        const why = !room.has(own)
          ? describeFullQuota(maxLive)
          : count >= maxMade
            ? `the limit of ${maxMade} created items is reached (limits.maxMade)`
            : undefined;
        if (why !== undefined) {
          countDenial(why, 1);
          throw new UnsentError('budget', why);
        }
        const entry = scope.intend(...what);
        states.set(entry, 'asked');
        count += 1;
        return entry;
      },
      recordCreated(entry, path) {
        settle(entry, 'made');
        scope.recordCreated(entry, path);
      },
      recordGone(entry) {
        settle(entry, 'refused');
        scope.recordGone(entry);
      },
      recordRefused(entry, isFailure) {
        settle(entry, 'refused');
        scope.recordRefused(entry, isFailure);
      },
    };
    return own;
  };
  return {
    room: {
      ...room,
      isQuotaReason: (why: string) => why === describeFullQuota(maxLive),
      resetRefusals: (scope: LedgerScope) => void countDenial(describeFullQuota(maxLive), -room.takeRefusals(scope)),
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

const unbounded = Number.POSITIVE_INFINITY;

const describeFullQuota = (most: number): string =>
  `the limit of ${most} test items existing at once is reached (limits.maxLive, --max-live)`;
