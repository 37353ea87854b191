import type { LedgerScope } from '../../ledger/entry.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { TrialTurns } from '../alone/turns.js';
import { cleanUp } from '../cleanup/clean-up.js';
import type { RunContext } from '../run-context.js';
import { retrySetup } from '../trial/retry-setup.js';
import { setUpWithQuota } from '../trial/set-up-with-quota.js';
import { createParents, createPathItems, fillCollectionPaths } from './create-parents.js';

export interface BindingContext {
  readonly site: RunContext;
  /** The scope of the items that the trial does not share. */
  readonly setupScope: LedgerScope;
  readonly turns: Pick<TrialTurns, 'within'>;
}

/**
 * Creates the items above the subject of a trial. Rules that only read an address share them with others under way; `leave` removes those
 * that no other trial under way shares. Throws InconclusiveError when one cannot be created.
 */
export async function bindSubject(trial: Trial, context: BindingContext) {
  const { subject } = trial;
  const { site, setupScope } = context;
  const isOfAddress = subject.kind === 'operation' || subject.kind === 'resource';
  if (isOfAddress && isSharing(getRule(site.rules, trial), subject.collection)) {
    const { collection } = subject;
    const stops = site.meter.listOutages().length;
    const name = [stops, ...collection.parents.map((one) => `${one.place} ${one.collection}`)].join();
    const joined = await site.sharedParents.join(name, async () => {
      const scope = site.runLedger.openScope();
      const remove = () => cleanUp(scope, site);
      try {
        return { ids: await setUp(scope, context, () => createPathItems(collection, site, scope)), remove };
      } catch (error) {
        await context.turns.within(remove);
        throw error;
      }
    });
    if (joined !== undefined)
      return { subject: { ...subject, collection: fillCollectionPaths(collection, joined.ids ?? {}) }, ...joined };
  }
  const bound = await setUp(setupScope, context, () => createParents(subject, site, setupScope));
  return { subject: bound, leave: async () => {} };
}

/** Whether a rule only reads, and other reads cannot be seen in its responses. All items above are in the path. */
const isSharing = ({ watches, touches }: Rule, { parents }: Collection): boolean =>
  watches === 'item' &&
  touches === 'reads' &&
  parents.length > 0 &&
  parents.every(({ place }) => place.startsWith('{'));

const setUp = <T>(scope: LedgerScope, { site, turns }: BindingContext, create: () => Promise<T>): Promise<T> =>
  setUpWithQuota(
    { quota: site.runLedger.liveQuota, scope, clean: () => turns.within(() => cleanUp(scope, site)) },
    () => turns.within(() => retrySetup(create)),
  );
