import type { LedgerScope } from '../../ledger/entry.js';
import type { LiveQuota, QuotaWait } from '../../ledger/live-quota.js';
import type { Json } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import type { Finding } from '../../rule/finding.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { TrialTurns, Turn } from '../alone/turns.js';
import { cleanUp } from '../cleanup/clean-up.js';
import type { CaseClient } from '../items/case-client.js';
import { createParents } from '../items/parents.js';
import { type CaseParents, tryBelowParents } from '../items/trial-parents.js';
import { voidAtStop } from '../outage/stop-guard.js';
import type { CasePace } from '../read-delay.js';
import type { RunContext } from '../run-context.js';
import type { CaseRoom } from '../schedule/case-room.js';
import { openGroupAccess } from '../schedule/group-access.js';
import {
  createPreparingAccess,
  delayAccess,
  freeAccess,
  type ListAccess,
  openListAccess,
} from '../schedule/list-access.js';
import type { OpenCase, OpenCases } from '../schedule/open-cases.js';
import { isItemOperation, isListWatch } from '../schedule/trial-claim.js';
import { createCaseContext, getSubjectCollection } from './case-context.js';
import { runExperiment, type TriedCase } from './experiment.js';
import { createJudgingTools } from './judging-tools.js';
import { listPathsBelow } from './neighbours.js';
import { retrySetup } from './retry-setup.js';

/** What all cases of a trial share. */
export interface TrialScopes {
  /** The scope of the items above those of the cases. */
  readonly parentScope: LedgerScope;
  /** Returns all writes of the run so far, in the order in which they ended. */
  readonly listWrites: () => readonly ObservedExchange[];
  readonly open: OpenCases;
  readonly turns: TrialTurns;
  readonly parents: CaseParents;
  readonly room: Pick<CaseRoom, 'mayRemoveBehind' | 'awaitOthers' | 'prepare' | 'isGrouped'>;
}

/** Restores the single resources that a case changed, and removes its items. */
export async function cleanUpCase({ rule, subject }: Trial, scope: LedgerScope, site: RunContext): Promise<void> {
  await site.singles.restore(`${rule}@${subject.name}`);
  await cleanUp(scope, site);
}

/** One generated case of a trial. */
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
  const { open, turns, parentScope, room } = own;
  const quota = site.runLedger.liveQuota;
  return open.within(async (begun) => {
    const { scope } = begun;
    const lists = isAlone ? openLists(trial, site, begun) : openAccess(trial, site, begun, own);
    let [made, isCrowded] = [0, false];
    const tryOnce = async () => {
      const turn = await turns.begin(isAlone);
      const clean = () => lists.change(() => cleanUpCase(trial, scope, site)).finally(turn.end);
      let tried: TriedCase;
      try {
        tried = await tryBelowParents(own.parents, site.meter.listOutages().length, {
          create: () => retrySetup(() => createParents(own.parents.unbound, site, scope)),
          attempt: (subject) => attemptCase(given, subject, { scope, lists, turn }, own.listWrites),
        });
      } catch (error) {
        await clean();
        throw error;
      }
      made = scope.listEntries().length;
      isCrowded =
        isQuotaExceeded(tried, quota) && quota?.wasCrowded(scope, made + parentScope.listEntries().length) === true;
      await (room.mayRemoveBehind && !isAlone && !isCrowded ? open.removeBehind(clean()) : clean());
      return tried;
    };
    const first = await tryOnce();
    if (quota === undefined || !isCrowded) return first;
    let [needed, last] = [made + 1, first];
    const goAgain = async (free: QuotaWait) => {
      for (let i = 0; i < maxTries && isCrowded; i += 1) {
        await free(parentScope.listEntries().length);
        quota.resetRefusals(scope);
        last = await tryOnce();
        needed = Math.max(needed * quotaGrowth, made + 1);
      }
      return last;
    };
    return quota.withReserved(scope, () => needed, goAgain);
  });
}

const isQuotaExceeded = ({ finding }: TriedCase, room: LiveQuota | undefined): boolean =>
  finding.verdict === 'inconclusive' && finding.cause === 'budget' && room?.isQuotaReason(finding.why) === true;

interface CasePlace {
  readonly scope: LedgerScope;
  readonly lists: ListAccess;
  readonly turn: Turn;
}

/** Sends the experiment of a case once, and judges it. */
async function attemptCase(
  { trial, site, value, pace, clients }: GivenCase,
  subject: Subject,
  { scope, lists, turn }: CasePlace,
  listWrites: TrialScopes['listWrites'],
): Promise<TriedCase> {
  const before = listWrites().length;
  const stops = site.meter.listOutages().length;
  const setting = createCaseContext({ ...trial, subject }, site, scope, pace, lists);
  clients.push(setting.client);
  lists.announce();
  try {
    const tried = await voidAtStop(site.meter, stops, await runExperiment(getRule(site.rules, trial), value, setting));
    const doubt = lists.findChange && findDoubt(tried.finding, await lists.findChange());
    const company = turn.hasCompany() ? omitExchanges(listWrites().slice(before), tried.seen) : undefined;
    return { ...tried, ...(doubt && { finding: doubt, isDoubtful: true }), company };
  } finally {
    lists.endReading();
  }
}

/** Decides what a case waits for, beside others. */
function openAccess(trial: Trial, site: RunContext, begun: OpenCase, { room, open, parentScope }: TrialScopes) {
  const { awaitOthers, prepare, mayRemoveBehind, isGrouped } = room;
  const awaitRemovals = () => Promise.all([awaitOthers?.(), open.awaitRemovals()]);
  if (isGrouped) {
    const access = openGroupAccess({
      group: site.effectGroup,
      trial,
      awaitRemovals,
      listItems: () => [...parentScope.listEntries(), ...begun.scope.listEntries()],
      withoutNoise: createNoiseFilter(site),
      listBelow: (name, path) => listPathsBelow(name, path, site.model.collections),
    });
    begun.onEnd(access.endReading);
    return access;
  }
  const lists = prepare ? createPreparingAccess(prepare) : openLists(trial, site, begun);
  return awaitOthers && mayRemoveBehind ? delayAccess(lists, awaitRemovals) : lists;
}

/** Omits the noise of a collection. */
const createNoiseFilter = (site: RunContext) => (name: string, value: Json | undefined) => {
  const collection = site.model.collections.find((one) => one.name === name);
  if (collection === undefined) return value;
  return createJudgingTools(collection, site.model.noise.get(name)?.volatile ?? [], site).withoutNoise(value);
};

/** Why a case beside others that expect no effect decides nothing: it saw a change, or an item of it has changed. */
function findDoubt(finding: Finding, changed: string | undefined): Finding | undefined {
  const isNoise = finding.verdict === 'inconclusive' && finding.cause === 'noise';
  if (changed === undefined && finding.verdict !== 'violated' && !isNoise) return undefined;
  const what = changed ?? 'something';
  const why = `${what} changed while this check and others sent what should change nothing`;
  return { verdict: 'inconclusive', cause: 'noise', why };
}

/** Opens the list of a trial that watches one, for one case. */
function openLists(trial: Trial, site: RunContext, { scope, onEnd }: OpenCase): ListAccess {
  const { subject } = trial;
  const { watches, touches } = getRule(site.rules, trial);
  if (!isListWatch(watches) || isItemOperation(subject)) return freeAccess;
  const lock = site.listLocks(getSubjectCollection(subject).path);
  const givesWay = touches === 'reads';
  const lists = openListAccess({ lock, scope, mayChange: watches === 'entries', givesWay });
  onEnd(lists.endReading);
  return lists;
}

const omitExchanges = (writes: readonly ObservedExchange[], own: TriedCase['seen']): ObservedExchange[] =>
  writes.filter(({ n }) => !own.some((exchange) => exchange.n === n));
