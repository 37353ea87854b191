import type { LedgerScope } from '../../ledger/entry.js';
import type { LiveQuota } from '../../ledger/live-quota.js';
import type { TriedCase } from './experiment.js';

/** A case that is tried, and what it needs to be tried again. */
export interface QuotaCase {
  readonly quota: LiveQuota | undefined;
  /** What the case makes stands here, and what lies under it there. */
  readonly scope: LedgerScope;
  readonly parentScope: LedgerScope;
  readonly attempt: () => Promise<TriedCase>;
  readonly clean: () => Promise<void>;
}

/** How often a case that lacks room is tried again, with more room kept for it each time. */
const maxTries = 8;
const quotaGrowth = 2;

/**
 * Tries a case, and removes what it made. Where it lacked room because of what others made, they have to make room: it is
 * tried again, with nothing standing while it waits, so that nobody waits for one who waits. Only who needs more than there
 * is alone goes without.
 */
export async function tryWithQuota({ quota, scope, parentScope, attempt, clean }: QuotaCase): Promise<TriedCase> {
  let made = 0;
  let isCrowded = false;
  const once = async () => {
    try {
      const tried = await attempt();
      made = scope.listEntries().length;
      isCrowded =
        isQuotaExceeded(tried, quota) && (quota?.countOthers(made + parentScope.listEntries().length) ?? 0) > 0;
      return tried;
    } finally {
      await clean();
    }
  };
  const first = await once();
  if (quota === undefined || !isCrowded) return first;
  let needed = made + 1;
  return quota.withReserved(
    scope,
    () => needed,
    async (free) => {
      let last = first;
      for (let i = 0; i < maxTries && isCrowded; i += 1) {
        await free(parentScope.listEntries().length);
        quota.resetRefusals(scope);
        last = await once();
        needed = Math.max(needed * quotaGrowth, made + 1);
      }
      return last;
    },
  );
}

const isQuotaExceeded = ({ finding }: TriedCase, room: LiveQuota | undefined): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget' && room?.isQuotaReason(finding.why) === true;
