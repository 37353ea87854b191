import type { LiveQuota } from '../../ledger/live-quota.js';
import type { LedgerScope } from '../../ledger/scope.js';
import type { Cause } from '../../model/result/cause.js';
import { InconclusiveError } from '../../rule/finding.js';

/** Whether a cause is transient, so that a retry may succeed. */
export const isTransientCause = (cause: Cause): boolean =>
  cause === 'no-answer' || cause === 'refused' || cause === 'noise';

/** Maximum number of attempts of a setup step. */
const maxTries = 3;

/** Runs a setup step, and retries it after a transient {@link InconclusiveError}. Throws the last one. */
export async function retrySetup<T>(go: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i += 1) {
    try {
      return await go();
    } catch (error) {
      if (!(error instanceof InconclusiveError) || !isTransientCause(error.reason) || i === maxTries) throw error;
    }
  }
}

/** Creates what handles an {@link InconclusiveError}, and rethrows every other error. */
export const ifInconclusive =
  <T>(handle: (error: InconclusiveError) => T) =>
  (error: unknown): T => {
    if (!(error instanceof InconclusiveError)) throw error;
    return handle(error);
  };

/** What is needed to run a step that creates items again. */
interface QuotaStep {
  readonly quota: LiveQuota;
  readonly scope: LedgerScope;
  /** Removes the items of the step. */
  readonly clean: () => Promise<void>;
}

/** Maximum number of repetitions of a step that exceeds the quota. */
const maxQuotaTries = 8;

/**
 * Runs a step that creates items before the cases of a trial. If items of other trials used up the quota, the items of the step are removed, and it
 * runs again when there is room. Rejects with the error of the last attempt.
 */
export async function setUpWithQuota<T>({ quota, scope, clean }: QuotaStep, attempt: () => Promise<T>): Promise<T> {
  let needed = 1;
  const isCrowded = (error: unknown) => {
    if (!(error instanceof InconclusiveError) || error.reason !== 'budget' || error.why !== quota.whyFull) return false;
    const made = scope.listEntries().length;
    needed = Math.max(needed, made + 1);
    return quota.wasCrowded(scope, made);
  };
  try {
    return await attempt();
  } catch (error) {
    if (!isCrowded(error)) throw error;
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
            if (i === maxQuotaTries || !isCrowded(again)) throw again;
          }
        }
      },
    );
  }
}
