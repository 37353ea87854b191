import { createHash } from 'node:crypto';
import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import type { LedgerScope } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Json } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Counterexample } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection, ResourceSubject, Subject } from '../../model/service/subject.js';
import { getResource } from '../../model/service/subject-collections.js';
import { type Grounds, InconclusiveError } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { Bodies } from '../../rule/values/bodies.js';
import { repeatViolation } from '../alone/retry-alone.js';
import type { TrialOutcome, UnrepeatedViolation } from '../alone/trial-outcome.js';
import { createTrialTurns, type TrialTurns, type Turn } from '../alone/turns.js';

import type { NoiseRelearner } from '../calibrate/noise/relearn-noise.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { findUnnamedItems } from '../cleanup/unknown-outcomes/find-unnamed-items.js';
import { createParents } from '../parents/create-parents.js';
import { createParentRenewal, type ParentRenewal } from '../parents/renew-parents.js';
import type { CasePace } from '../read-delay.js';
import type { RunContext } from '../run-context.js';
import type { CaseRoom } from '../schedule/case-room.js';
import { freeAccess, type ListAccess, openListAccess } from '../schedule/list-access.js';
import { watchLocks } from '../schedule/list-locks.js';
import { createOpenCases, type OpenCase, type OpenCases } from '../schedule/open-cases.js';
import { isListWatch } from '../schedule/trial-claim.js';
import { createBodies, createSubjectBodies } from './case-bodies.js';
import { createCaseContext, getSubjectCollection } from './case-context.js';
import { runExperiment, type TriedCase } from './experiment.js';
import { retrySetup } from './retry-setup.js';
import { defaultCases, type TrialSettings } from './trial-settings.js';
import { tryCases } from './try-cases.js';
import { type QuotaCase, setUpWithQuota, tryWithQuota } from './try-with-quota.js';
import { createWatchdog } from './watchdog.js';

/** How a trial is run. */
export interface TryTrialOptions {
  readonly idleMs: number;
  readonly relearn: NoiseRelearner;
  /** Room for cases beside the one that is under way. */
  readonly room: CaseRoom;
  /** Returns all writes of the run so far, in the order in which they ended. */
  readonly listWrites: () => readonly ObservedExchange[];
  /** A violation that was seen before and not reproduced: it is repeated more often. */
  readonly unrepeated?: UnrepeatedViolation | undefined;
}

/** Runs one trial. Its created items are in ledger scopes: one for each case, one for the parents of all cases. */
export async function tryTrial(
  trial: Trial,
  site: RunContext,
  book: Pick<RunLedger, 'openScope' | 'liveQuota' | 'waiting' | 'markMissed'>,
  { idleMs, unrepeated, ...options }: TryTrialOptions,
): Promise<TrialOutcome> {
  const ground = book.openScope();
  const open = createOpenCases(book);
  const pulse = createWatchdog(site.meter, idleMs);
  const turns = createTrialTurns(site.turns, pulse.wait);
  try {
    const subject = await setUpWithQuota({
      quota: book.liveQuota,
      scope: ground,
      attempt: () => turns.within(() => retrySetup(() => createParents(trial.subject, site, ground))),
      clean: () => turns.within(() => cleanUp(ground, site)),
    });
    const felt = { ...site, meter: pulse.meter, listLocks: watchLocks(site.listLocks, pulse.wait) };
    const outcome = await pulse.watch(
      tryWithParents({ ...trial, subject }, felt, {
        ...{ quota: book.liveQuota, parentScope: ground, open, ...options, turns, unrepeated },
        renewal: createParentRenewal(subject, (scope) => retrySetup(() => createParents(trial.subject, site, scope))),
      }),
    );
    if (outcome.cases > 0) site.decidedCollections.add(getSubjectCollection(trial.subject).name);
    return { ...outcome, trial };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    const nothing = { cases: 0, corners: 0, requests: 0, notes: [] };
    return { trial, verdict: 'inconclusive', cause: error.reason, why: error.why, ...nothing };
  } finally {
    turns.endAll();
    const { end } = await site.turns.begin();
    try {
      // An aborted case does not reach its own cleanup.
      for (const scope of open.endAll()) await cleanUpCase(trial, scope, site);
      await cleanUp(ground, site);
      await findUnnamedItems(site, book);
    } finally {
      end();
    }
  }
}

/** Restores the single resources that a case changed, and removes its items. */
async function cleanUpCase({ rule, subject }: Trial, scope: LedgerScope, site: RunContext): Promise<void> {
  await site.singles.restore(`${rule}@${subject.name}`);
  await cleanUp(scope, site);
}

type TrialScopes = Pick<QuotaCase, 'quota' | 'parentScope'> &
  Omit<TryTrialOptions, 'idleMs'> & {
    readonly open: OpenCases;
    readonly turns: TrialTurns;
    readonly renewal: ParentRenewal;
  };

async function tryWithParents(trial: Trial, site: RunContext, own: TrialScopes): Promise<TrialOutcome> {
  const { relearn, unrepeated, turns, room } = own;
  const collection = getSubjectCollection(trial.subject);
  const bodies = createTrialBodies(trial, site);
  const rule = getRule(site.rules, trial.rule);
  const seed = deriveSeed(site.seed, trial);
  let spent = 0;
  const unanswered = new Set<number>();
  const record = (seen: TriedCase['seen']) => {
    spent += seen.length;
    for (const { n, answer } of seen) if (answer === undefined) unanswered.add(n);
  };
  const trying: TrialSettings = {
    createGenerator: () => rule.given(bodies),
    cases: computeCases(rule, site.cases),
    seed,
    room,
    path: site.path,
    spent: () => spent,
    isCalm: () => site.readDelays.isCalm(collection),
    isTimed: () => site.readDelays.getDelay(collection, 'usual').itemMs > 0,
    slow: () => site.readDelays.slowDown(collection),
    relearn: () => turns.within(() => relearn(collection)),
    countStops: () => site.meter.listOutages().filter((all) => all.some((n) => unanswered.has(n))).length,
    hasWorked: () => site.decidedCollections.has(collection.name),
    tryValue: (value, pace, isAlone) => tryCase({ trial, site, value, pace, isAlone, record }, own),
    toCounterexample: (value, tried, path, seenAgain) =>
      buildCounterexample(site, trial, value, tried, { seed, path, seenAgain }),
  };
  const outcome = await tryCases(trial, trying);
  return unrepeated === undefined ? outcome : repeatViolation(outcome, trying, unrepeated);
}

/** One generated case of a trial, and what counts its requests. */
interface TrialCase {
  readonly trial: Trial;
  readonly site: RunContext;
  readonly value: unknown;
  readonly pace: CasePace;
  readonly isAlone: boolean | undefined;
  readonly record: (seen: TriedCase['seen']) => void;
}

/** Runs one case on items of its own, and removes them. */
function tryCase(given: TrialCase, own: TrialScopes): Promise<TriedCase> {
  const { trial, site, value, pace, isAlone, record } = given;
  const { open, turns, renewal, listWrites, quota, parentScope } = own;
  const rule = getRule(site.rules, trial.rule);
  const attempt = async (turn: Turn, subject: Subject, scope: LedgerScope, lists: ListAccess): Promise<TriedCase> => {
    const before = listWrites().length;
    const setting = createCaseContext({ ...trial, subject }, site, scope, pace, lists);
    try {
      const tried = await runExperiment(rule, value, setting);
      const company = turn.hasCompany() ? omitExchanges(listWrites().slice(before), tried.seen) : undefined;
      return { ...tried, company };
    } finally {
      lists.endReading();
      record(setting.client.seen);
    }
  };
  return open.within((begun) => {
    const { scope } = begun;
    const lists = openLists(trial, site, begun);
    return tryWithQuota({
      ...{ quota, parentScope, scope },
      beginTurn: () => turns.begin(isAlone),
      clean: () => lists.change(() => cleanUpCase(trial, scope, site)),
      attempt: (turn) => renewal.tryCase(scope, (subject) => attempt(turn, subject, scope, lists)),
    });
  });
}

/** Opens the list of a trial that watches one, for one case. */
function openLists({ rule, subject }: Trial, site: RunContext, { scope, onEnd }: OpenCase): ListAccess {
  const { watches } = getRule(site.rules, rule);
  if (!isListWatch(watches)) return freeAccess;
  const lock = site.listLocks(getSubjectCollection(subject).path);
  const lists = openListAccess({ lock, scope, mayChange: watches === 'entries' });
  onEnd(lists.endReading);
  return lists;
}

const omitExchanges = (writes: readonly ObservedExchange[], own: TriedCase['seen']): ObservedExchange[] =>
  writes.filter(({ n }) => !own.some((exchange) => exchange.n === n));

/** The bodies of an address are generated for each trial. */
function createTrialBodies({ subject }: Trial, site: RunContext): Bodies {
  const collection = getSubjectCollection(subject);
  const address = getResource(subject);
  const known = address
    ? createBodies(addSingleWrites(collection, address), site.document)
    : site.bodies.get(collection.name);
  if (!known) throw new Error(`no request body could be generated for ${subject.name}`);
  return createSubjectBodies(subject, known, site.document);
}

/** The bodies of a single resource are those of its POST and its PUT. */
const addSingleWrites = (collection: Collection, { single }: ResourceSubject): Collection => ({
  ...collection,
  ...(single?.create && { create: single.create }),
  ...(single?.replace && { replace: single.replace }),
});

/** Scales the number of cases of rules that need fewer inputs. */
const computeCases = (rule: Rule, cases: number): number =>
  Math.max(1, Math.ceil((cases * (rule.cases ?? defaultCases)) / defaultCases));

/** Derives the seed of a trial, the same in each run: 32 bits of a hash. */
function deriveSeed(seed: number, trial: Trial): number {
  return createHash('sha256').update(`${seed} ${trial.rule} ${trial.subject.name}`).digest().readInt32BE(0);
}

function buildCounterexample(
  site: RunContext,
  trial: Trial,
  value: unknown,
  { finding, seen }: TriedCase,
  found: Pick<Counterexample, 'seed' | 'path' | 'seenAgain'>,
): Counterexample | undefined {
  if (finding.verdict !== 'violated') return undefined;
  const { grounds } = finding;
  const shown = selectExchanges(grounds, seen);
  const hide = <T extends Json>(json: T): T => site.client.redactJson(json, seen);
  return {
    summary: hide(grounds.summary ?? getRule(site.rules, trial.rule).otherwise),
    expected: hide(grounds.expected),
    actual: hide(grounds.actual),
    case: hide(JSON.parse(JSON.stringify(value ?? null))),
    exchanges: shown.map((exchange) => site.client.getRecord(exchange)),
    controls: seen.filter((exchange) => !shown.includes(exchange)).map(({ n }) => n),
    ...found,
  };
}

function selectExchanges(
  { shows }: Grounds,
  seen: readonly (SentExchange | SentRawExchange)[],
): readonly (SentExchange | SentRawExchange)[] {
  if (shows === undefined) return seen.filter(({ role }) => role !== 'control');
  const numbers = new Set(shows.map(({ n }) => n));
  return seen.filter(({ n }) => numbers.has(n));
}
