import type { LedgerScope } from '../../ledger/scope.js';
import { hasStatus } from '../../model/exchange.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import { cleanUp } from '../cleanup/clean-up.js';
import type { RunContext } from '../run-context.js';
import { besideOthers } from '../schedule/claim.js';
import type { ClaimHolder } from '../schedule/claim-queue.js';
import { type TriedCase, toUndecidedCase } from '../trial/experiment.js';
import { retrySetup, setUpWithQuota } from '../trial/retry-setup.js';
import { fillPlaces } from './item-address.js';
import { createParents, tryBinding } from './parents.js';

export interface BindingContext {
  readonly site: RunContext;
  /** The scope of the items that the trial does not share. */
  readonly setupScope: LedgerScope;
  readonly holder: Pick<ClaimHolder, 'within'>;
}

/**
 * Creates the items above the subject of a trial. Rules that only read an address share them with others under way; `leave` removes those
 * that no other trial under way shares. Throws InconclusiveError when one cannot be created.
 */
export async function bindSubject(trial: Trial, context: BindingContext) {
  const { subject } = trial;
  const { site, setupScope } = context;
  const leave = async () => {};
  if (subject.kind === 'service' || getCollection(subject).parents.length === 0) return { subject, leave };
  const isOfAddress = subject.kind === 'operation' || subject.kind === 'resource';
  if (isOfAddress && isSharing(getRule(site.rules, trial), subject.collection)) {
    const { collection } = subject;
    const stops = site.meter.outages.countOutages();
    const name = [stops, ...collection.parents.map((one) => `${one.place} ${one.collection}`)].join();
    const joined = await site.shared.joinParents(name, async () => {
      const scope = site.runLedger.openScope();
      const remove = () => cleanUp(scope, site);
      try {
        const bound = await setUp(scope, context, () => tryBinding(collection, site, scope));
        return { ids: bound?.filling, remove };
      } catch (error) {
        await context.holder.within(besideOthers, remove);
        throw error;
      }
    });
    if (joined !== undefined)
      return { subject: { ...subject, collection: fillPlaces(collection, joined.ids ?? {}) }, ...joined };
  }
  const bound = await setUp(setupScope, context, () => createParents(subject, site, setupScope));
  return { subject: bound, leave };
}

/** Whether a rule only reads, and other reads cannot be seen in its responses. All items above are in the path. */
const isSharing = ({ watches, touches }: Rule, { parents }: Collection): boolean =>
  watches === 'item' && touches === 'reads' && parents.every(({ place }) => place.startsWith('{'));

const setUp = <T>(scope: LedgerScope, { site, holder }: BindingContext, create: () => Promise<T>): Promise<T> =>
  setUpWithQuota(
    { quota: site.quota, scope, clean: () => holder.within(besideOthers, () => cleanUp(scope, site)) },
    () => holder.within(besideOthers, () => retrySetup(create)),
  );

/** The items above the subject of a trial, which its cases share. */
export interface CaseParents {
  /** The subject before and after its path was filled in. */
  readonly unbound: Subject;
  readonly shared: Subject;
  /** How often the service had stopped when they were created. */
  readonly stopsBefore: number;
  /** Whether new ones for a case helped where the shared ones were full. */
  hasHelped: boolean | undefined;
}

/**
 * Runs a case below the parents of its trial. A service may permit one item below each parent: one payment of an order. Then the
 * creations of all cases but the first return 409. Such a case is repeated below new parents, which `create` creates within the items of
 * the case; where this helps, all later cases begin with new ones. So they do when the service has stopped (`stops` says how often),
 * because then the shared ones may be gone. A case whose new parents cannot be created is undecided.
 */
export async function tryBelowParents(
  parents: CaseParents,
  stops: number,
  {
    create,
    attempt,
  }: { readonly create: () => Promise<Subject>; readonly attempt: (subject: Subject) => Promise<TriedCase> },
): Promise<TriedCase> {
  const { shared, stopsBefore } = parents;
  const tried = parents.hasHelped || stops > stopsBefore ? undefined : await attempt(shared);
  const isDecided = tried?.finding.verdict !== 'inconclusive' || parents.hasHelped === false;
  if (tried !== undefined && (isDecided || !isParentFull(shared, tried))) return tried;
  let fresh: Subject;
  try {
    fresh = await create();
  } catch (error) {
    return toUndecidedCase(error, []);
  }
  const again = await attempt(fresh);
  if (tried !== undefined) parents.hasHelped ??= !isParentFull(fresh, again);
  return again;
}

/** Whether a case is undecided after a creation below a created parent was refused with 409. */
function isParentFull(subject: Subject, { finding, seen }: TriedCase): boolean {
  if (finding.verdict !== 'inconclusive' || subject.kind !== 'collection') return false;
  const { parents, path, creation } = getCollection(subject);
  if (!parents.some(({ place }) => place.startsWith('{'))) return false;
  const place = creation?.path ?? path;
  return seen.some((one) => one.method === 'POST' && one.path.split('?')[0] === place && hasStatus(one, 409));
}
