import type { LedgerScope } from '../../ledger/entry.js';
import type { LiveQuota } from '../../ledger/live-quota.js';
import { InconclusiveError } from '../../rule/finding.js';

/** What is needed to run a step that creates items again. */
export interface QuotaStep {
  readonly quota: LiveQuota | undefined;
  readonly scope: LedgerScope;
  /** Removes the items of the step. */
  readonly clean: () => Promise<void>;
}

/** Maximum number of repetitions of a step that exceeds the quota. */
const maxTries = 8;

/**
 * Runs a step that creates items before the cases of a trial. If items of other trials used up the quota, the items of the step are removed, and it
 * runs again when there is room. Rejects with the error of the last attempt.
 */
export async function setUpWithQuota<T>({ quota, scope, clean }: QuotaStep, attempt: () => Promise<T>): Promise<T> {
  let needed = 1;
  const isCrowded = (error: unknown) => {
    if (!(error instanceof InconclusiveError) || error.reason !== 'budget' || !quota?.isQuotaReason(error.why))
      return false;
    const made = scope.listEntries().length;
    needed = Math.max(needed, made + 1);
    return quota.wasCrowded(scope, made);
  };
  try {
    return await attempt();
  } catch (error) {
    if (!isCrowded(error) || quota === undefined) throw error;
    return quota.withReserved(
      scope,
      () => needed,
      async (free) => {
        for (let i = 1; ; i += 1) {
          await clean();
          await free(0);
          quota.resetRefusals(scope);
          try {
            return await attempt();
          } catch (again) {
            if (i === maxTries || !isCrowded(again)) throw again;
          }
        }
      },
    );
  }
}
