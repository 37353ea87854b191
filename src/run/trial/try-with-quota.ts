import type { LedgerScope } from '../../ledger/entry.js';
import type { LiveQuota } from '../../ledger/live-quota.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Turn } from '../alone/turns.js';
import type { TriedCase } from './experiment.js';

/** A case, and what is needed to run it again. */
export interface QuotaCase {
  readonly quota: LiveQuota | undefined;
  /** The scope of the items of the case, and that of their parents. */
  readonly scope: LedgerScope;
  readonly parentScope: LedgerScope;
  /** Waits for the turn of an attempt and the removal of its items. */
  readonly beginTurn: () => Promise<Turn>;
  readonly attempt: (turn: Turn) => Promise<TriedCase>;
  readonly clean: () => Promise<void>;
  /** Takes the removal of the items over, so that the next case does not wait for it. */
  readonly removeBehind?: ((removal: Promise<void>) => Promise<void>) | undefined;
}

/** Maximum number of attempts of a case that exceeds the quota; each reserves more of it. */
const maxTries = 8;
const quotaGrowth = 2;

/**
 * Runs a case and removes its items. If items of other trials used up the quota, the case waits until they are removed
 * and runs again; it keeps no items while it waits, so trials cannot block each other. A case that needs more than the
 * whole quota is not repeated. It has no turn while it waits for the quota.
 */
export async function tryWithQuota({
  quota,
  scope,
  parentScope,
  beginTurn,
  attempt,
  clean,
  removeBehind = (removal) => removal,
}: QuotaCase): Promise<TriedCase> {
  let made = 0;
  let isCrowded = false;
  const once = async () => {
    const turn = await beginTurn();
    const end = () => clean().finally(turn.end);
    const tried = await attempt(turn).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    made = scope.listEntries().length;
    isCrowded =
      isQuotaExceeded(tried, quota) && quota?.wasCrowded(scope, made + parentScope.listEntries().length) === true;
    await (isCrowded ? end() : removeBehind(end()));
    return tried;
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

/**
 * Runs a step that creates items before the cases of a trial. If items of other trials used up the quota, the items of the step are removed, and it
 * runs again when there is room. Rejects with the error of the last attempt.
 */
export async function setUpWithQuota<T>(
  { quota, scope, clean }: Pick<QuotaCase, 'quota' | 'scope' | 'clean'>,
  attempt: () => Promise<T>,
): Promise<T> {
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

const isQuotaExceeded = ({ finding }: TriedCase, room: LiveQuota | undefined): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget' && room?.isQuotaReason(finding.why) === true;
