import type { LedgerScope } from '../../ledger/entry.js';
import type { Json } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import type { Finding } from '../../rule/finding.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { TrialTurns, Turn } from '../alone/turns.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { voidAtStop } from '../outage/stop-guard.js';
import type { ParentRenewal } from '../parents/renew-parents.js';
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
import type { CaseClient } from '../tools/case-client.js';
import { createCaseContext, getSubjectCollection } from './case-context.js';
import { runExperiment, type TriedCase } from './experiment.js';
import { createJudgingTools } from './judging-tools.js';
import { listPathsBelow } from './neighbours.js';
import { type QuotaCase, tryWithQuota } from './try-with-quota.js';

/** What all cases of a trial share. */
export type TrialScopes = Pick<QuotaCase, 'parentScope'> & {
  /** Returns all writes of the run so far, in the order in which they ended. */
  readonly listWrites: () => readonly ObservedExchange[];
  readonly open: OpenCases;
  readonly turns: TrialTurns;
  readonly renewal: ParentRenewal;
  readonly room: Pick<CaseRoom, 'mayRemoveBehind' | 'awaitOthers' | 'prepare' | 'isGrouped'>;
};

/** Restores the single resources that a case changed, and removes its items. */
export async function cleanUpCase({ rule, subject }: Trial, scope: LedgerScope, site: RunContext): Promise<void> {
  await site.singles.restore(`${rule}@${subject.name}`);
  await cleanUp(scope, site);
}

/** One generated case of a trial, and what counts its requests. */
export interface TrialCase {
  readonly trial: Trial;
  readonly site: RunContext;
  readonly value: unknown;
  readonly pace: CasePace;
  readonly isAlone: boolean | undefined;
  /** Counts the requests of a client from now on; returns what ends the case. */
  readonly record: (client: CaseClient) => () => void;
}

/** Runs one case on items of its own, and removes them. */
export function tryCase(given: TrialCase, own: TrialScopes): Promise<TriedCase> {
  const { trial, site, value, pace, isAlone, record } = given;
  const { open, turns, renewal, listWrites, parentScope, room } = own;
  const rule = getRule(site.rules, trial);
  const attempt = async (turn: Turn, subject: Subject, scope: LedgerScope, lists: ListAccess): Promise<TriedCase> => {
    const before = listWrites().length;
    const setting = createCaseContext({ ...trial, subject }, site, scope, pace, lists);
    const endRecord = record(setting.client);
    lists.announce();
    try {
      const tried = await voidAtStop(site.meter, () => runExperiment(rule, value, setting));
      const doubt = lists.findChange && findDoubt(tried.finding, await lists.findChange());
      const company = turn.hasCompany() ? omitExchanges(listWrites().slice(before), tried.seen) : undefined;
      return { ...tried, ...(doubt && { finding: doubt, isDoubtful: true }), company };
    } finally {
      lists.endReading();
      endRecord();
    }
  };
  return open.within((begun) => {
    const { scope } = begun;
    const lists = isAlone === true ? openLists(trial, site, begun) : openAccess(trial, site, begun, own);
    return tryWithQuota({
      quota: site.runLedger.liveQuota,
      parentScope,
      scope,
      beginTurn: () => turns.begin(isAlone),
      clean: () => lists.change(() => cleanUpCase(trial, scope, site)),
      removeBehind: room.mayRemoveBehind && isAlone !== true ? open.removeBehind : undefined,
      attempt: (turn) => renewal.tryCase(scope, (subject) => attempt(turn, subject, scope, lists)),
    });
  });
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
