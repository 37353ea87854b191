import type { LedgerScope } from '../../ledger/entry.js';
import type { LiveQuota } from '../../ledger/live-quota.js';
import type { TriedCase } from './experiment.js';

/** A case, and what is needed to run it again. */
export interface QuotaCase {
  readonly quota: LiveQuota | undefined;
  /** The scope of the items of the case, and that of their parents. */
  readonly scope: LedgerScope;
  readonly parentScope: LedgerScope;
  readonly attempt: () => Promise<TriedCase>;
  readonly clean: () => Promise<void>;
}

/** Maximum number of attempts of a case that exceeds the quota; each reserves more of it. */
const maxTries = 8;
const quotaGrowth = 2;

/**
 * Runs a case and removes its items. If items of other trials used up the quota, the case waits until they are removed
 * and runs again; it keeps no items while it waits, so trials cannot block each other. A case that needs more than the
 * whole quota is not repeated.
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
