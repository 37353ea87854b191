import type { LiveQuota, QuotaWait } from '../../ledger/live-quota.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { hasStatus } from '../../model/exchange.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import type { Finding } from '../../rule/finding.js';
import { getRule } from '../../rule/rules-by-id.js';
import { cleanUp } from '../cleanup/clean-up.js';
import type { CaseClient } from '../items/case-client.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { aloneInRun, besideOthers } from '../schedule/claim.js';
import type { ClaimHolder, Grant } from '../schedule/claim-queue.js';
import type { TrialPlace } from '../schedule/trial-place.js';
import { CaseAccess } from './case-access.js';
import { createCaseContext, getSubjectCollection } from './case-context.js';
import { runExperiment, type TriedCase, toUndecidedCase, voidAtStop } from './experiment.js';
import { OwnItems } from './own-items.js';
import { retrySetup } from './retry-setup.js';
import type { CasePace } from './shared-state.js';
import { nameTrial } from './trial-outcome.js';

export interface TrialScopes {
  /** The scope of the items above those of the cases. */
  readonly parentScope: LedgerScope;
  readonly open: OpenCases;
  /** What the trial asks for claims with. */
  readonly holder: ClaimHolder;
  readonly parents: CaseParents;
  readonly place: TrialPlace;
}

/** Restores the single resources that a case changed, and removes its items. */
export async function cleanUpCase({ rule, subject }: Trial, scope: LedgerScope, site: RunContext): Promise<void> {
  await site.singles.restore(`${rule}@${subject.name}`);
  await cleanUp(scope, site);
}

export interface GivenCase {
  readonly trial: Trial;
  readonly site: RunContext;
  readonly value: unknown;
  readonly pace: CasePace;
  readonly isAlone: boolean;
  /** The clients of the attempts of this case: their exchanges are the requests of the trial. */
  readonly clients: Pick<CaseClient, 'seen'>[];
}

/** Maximum number of attempts of a case that exceeds the quota of items; each reserves more of it. */
const maxTries = 8;
const quotaGrowth = 2;

/**
 * Runs one case on items of its own, and removes them. If items of other trials used up the quota, the case waits until they are
 * removed and runs again; it keeps no items while it waits, so trials cannot block each other, and it has no turn meanwhile. A case that
 * needs more than the whole quota is not repeated.
 */
export function runCase(given: GivenCase, own: TrialScopes): Promise<TriedCase> {
  const { trial, site, isAlone } = given;
  const { open, parentScope, place } = own;
  const { quota } = site;
  return open.within(async (scope) => {
    const holder = own.holder.open();
    const access = openAccess(given, own, scope, holder);
    let [made, isCrowded] = [0, false];
    const tryOnce = async () => {
      const turn = holder.ask(isAlone ? aloneInRun : besideOthers);
      await turn.granted;
      const clean = () => access.change(() => cleanUpCase(trial, scope, site)).finally(turn.release);
      let tried: TriedCase;
      try {
        tried = await tryBelowParents(own.parents, site.meter.outages.countOutages(), {
          create: () => retrySetup(() => createParents(own.parents.unbound, site, scope)),
          attempt: (subject) => attemptCase(given, subject, { scope, access, turn }),
        });
      } catch (error) {
        await clean();
        throw error;
      }
      made = scope.listEntries().length;
      isCrowded = isQuotaExceeded(tried, quota) && quota.wasCrowded(scope, made + parentScope.listEntries().length);
      await (place.mayRemoveBehind && !isAlone && !isCrowded ? open.removeBehind(clean()) : clean());
      return tried;
    };
    const first = await tryOnce();
    if (!isCrowded) return first;
    let [needed, last] = [made + 1, first];
    // Where many wait for the quota, the last one does not stand still.
    const wait = (others: Promise<unknown>) => holder.wait(others);
    const goAgain = async (free: QuotaWait) => {
      for (let i = 0; i < maxTries && isCrowded; i += 1) {
        await wait(free(parentScope.listEntries().length));
        quota.resetRefusals(scope);
        last = await tryOnce();
        needed = Math.max(needed * quotaGrowth, made + 1);
      }
      return last;
    };
    return quota.withReserved(scope, () => needed, goAgain, wait);
  });
}

const isQuotaExceeded = ({ finding }: TriedCase, { whyFull }: LiveQuota): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget' && finding.why === whyFull;

interface CasePlace {
  readonly scope: LedgerScope;
  readonly access: CaseAccess;
  readonly turn: Grant;
}

/** Sends the experiment of a case once, and judges it. */
async function attemptCase(
  { trial, site, value, pace, clients }: GivenCase,
  subject: Subject,
  { scope, access, turn }: CasePlace,
): Promise<TriedCase> {
  const before = site.listWrites().length;
  const stops = site.meter.outages.countOutages();
  const setting = createCaseContext({ ...trial, subject }, site, scope, pace, access);
  clients.push(setting.client);
  access.announce();
  try {
    const tried = await voidAtStop(site.meter, stops, await runExperiment(getRule(site.rules, trial), value, setting));
    const doubt = access.isTesting ? findDoubt(tried.finding, await access.findChange()) : undefined;
    const company = turn.hasCompany ? omitExchanges(site.listWrites().slice(before), tried.seen) : undefined;
    return { ...tried, ...(doubt && { finding: doubt, isDoubtful: true }), company };
  } finally {
    access.end();
  }
}

/** Decides what the requests of a case must be granted. A case that runs alone has items of its own in the list, as others have. */
function openAccess({ trial, site, isAlone }: GivenCase, own: TrialScopes, scope: LedgerScope, holder: ClaimHolder) {
  const { place, open, parentScope } = own;
  const { removals, mayPrepare, mayRemoveBehind, isGrouped } = place;
  const { listWatch } = place.claim;
  const isOwn = (path: string) => scope.listEntries().some((entry) => entry.path === path);
  const awaitRemovals = removals && (() => holder.within(removals, () => open.awaitRemovals()));
  if (isGrouped && !isAlone) {
    const items = new OwnItems(site, () => [...parentScope.listEntries(), ...scope.listEntries()]);
    return new CaseAccess(holder, {
      list: 'what should not change',
      givesWay: true,
      tests: { name: nameTrial(trial), own: items },
      awaitRemovals,
      isOwn,
    });
  }
  return new CaseAccess(holder, {
    list: listWatch && getSubjectCollection(trial.subject).path,
    mayChange: listWatch === 'entries',
    givesWay: getRule(site.rules, trial).touches === 'reads',
    isOwn,
    ...(!isAlone && mayPrepare && { prepare: () => place.prepare() }),
    ...(!isAlone && mayRemoveBehind && { awaitRemovals }),
  });
}

/** Why a case beside others that expect no effect decides nothing: it saw a change, or an item of it has changed. */
function findDoubt(finding: Finding, changed: string | undefined): Finding | undefined {
  const isNoise = finding.verdict === 'inconclusive' && finding.cause === 'noise';
  if (changed === undefined && finding.verdict !== 'violated' && !isNoise) return undefined;
  const what = changed ?? 'something';
  const why = `${what} changed while this check and others sent what should change nothing`;
  return { verdict: 'inconclusive', cause: 'noise', why };
}

const omitExchanges = (writes: readonly ObservedExchange[], own: TriedCase['seen']): ObservedExchange[] =>
  writes.filter(({ n }) => !own.some((exchange) => exchange.n === n));

/** The cases of one trial that are under way, and the removals of their items. */
export class OpenCases {
  readonly #scopes = new Set<LedgerScope>();
  readonly #removals = new Set<Promise<void>>();
  #mostScopes = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly runLedger: Pick<RunLedger, 'openScope'>) {}

  /** Runs a case with a scope of its own. */
  async within<T>(go: (scope: LedgerScope) => Promise<T>): Promise<T> {
    const scope = this.runLedger.openScope();
    this.#scopes.add(scope);
    this.#mostScopes = Math.max(this.#mostScopes, this.#scopes.size);
    try {
      return await go(scope);
    } finally {
      this.#scopes.delete(scope);
    }
  }

  /** Forgets the cases under way, which were aborted; returns their scopes. */
  takeAborted(): LedgerScope[] {
    const aborted = [...this.#scopes];
    this.#scopes.clear();
    return aborted;
  }

  /** Lets the removal of items go on while the next case runs. Waits where there would be more removals than there were cases at once. */
  async removeBehind(removal: Promise<void>): Promise<void> {
    const watched = removal.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#removals.add(watched);
    void watched.then(() => this.#removals.delete(watched));
    if (this.#removals.size > this.#mostScopes) await watched;
  }

  /** Waits for these removals. Rejects with the first error of one. */
  async awaitRemovals(): Promise<void> {
    await Promise.all(this.#removals);
    if (this.#failure) throw this.#failure.error;
  }
}

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
