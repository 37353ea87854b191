import type { LedgerEntry } from '../ledger/entry.js';
import { createLiveQuota } from '../ledger/live-quota.js';
import type { RunLedger } from '../ledger/open-ledger.js';
import { UnsentError } from '../limits/request-meter.js';

/** What a creation in each state counts. One with an unknown outcome counts, and an item once, whatever its later states are. */
const counts = { asked: 1, refused: 0, made: 1 };

/**
 * Enforces the limits before a request is sent: how many items exist at once, those included that could not be removed, and how many
 * are created in total. A planned creation counts as existing until the item is removed or known not to exist, so the limit is never
 * exceeded. Scopes throw {@link UnsentError} at the limit.
 */
export function limitCreations(
  runLedger: RunLedger,
  { maxLive = unbounded, maxMade = unbounded }: { readonly maxLive?: number; readonly maxMade?: number },
) {
  // Weak, because a long run creates many items.
  const states = new WeakMap<LedgerEntry, keyof typeof counts>();
  let count = 0;
  let denied = 0;
  const standing = () => runLedger.countStanding() + runLedger.leftovers().length;
  const quota = createLiveQuota({ standing, passing: runLedger.countPassing }, maxLive);
  const whyMade = `the limit of ${maxMade} created items is reached (limits.maxMade)`;
  runLedger.limit({
    admit(scope) {
      if (!quota.has(scope)) throw new UnsentError('budget', quota.whyFull);
      if (count < maxMade) return;
      denied += 1;
      throw new UnsentError('budget', whyMade);
    },
    settle(entry, next) {
      const before = states.get(entry);
      // Items that were found were not asked for.
      if ((before === undefined && next !== 'asked') || before === 'made') return;
      count += counts[next] - (before ? counts[before] : 0);
      states.set(entry, next);
    },
  });
  return {
    quota,
    notes: () => [...describeDenied(quota.countDenied(), quota.whyFull), ...describeDenied(denied, whyMade)],
  };
}

const describeDenied = (count: number, why: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'case was' : 'cases were'} not completed: ${why}`];

const unbounded = Number.POSITIVE_INFINITY;
