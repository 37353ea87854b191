import { createHash } from 'node:crypto';
import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
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
import { nothingTried, type TrialOutcome, type UnrepeatedViolation } from '../alone/trial-outcome.js';
import { createTrialTurns } from '../alone/turns.js';

import type { NoiseRelearner } from '../calibrate/noise/relearn-noise.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { findUnnamedItems } from '../cleanup/unknown-outcomes/find-unnamed-items.js';
import { watchStops } from '../outage/stop-guard.js';
import { bindSubject } from '../parents/bind-subject.js';
import { createParents } from '../parents/create-parents.js';
import { createParentRenewal, type ParentRenewal } from '../parents/renew-parents.js';
import type { RunContext } from '../run-context.js';
import type { CaseRoom } from '../schedule/case-room.js';
import { watchGroup } from '../schedule/effect-group.js';
import { watchLocks } from '../schedule/list-locks.js';
import { createOpenCases } from '../schedule/open-cases.js';
import type { CaseClient } from '../tools/case-client.js';
import type { ItemAddressing } from '../tools/item-addressing.js';
import { createBodies, createSubjectBodies } from './case-bodies.js';
import { getSubjectCollection } from './case-context.js';
import type { TriedCase } from './experiment.js';
import { retrySetup } from './retry-setup.js';
import { defaultCases, type TrialSettings } from './trial-settings.js';
import { cleanUpCase, type TrialScopes, tryCase } from './try-case.js';
import { tryCases } from './try-cases.js';
import { createWatchdog, type Watchdog } from './watchdog.js';

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

/** Creations of one trial, each watched until it begins: it may wait for those of others without a request. */
const watchCreations = (addressing: ItemAddressing, wait: Watchdog['wait']): ItemAddressing => ({
  ...addressing,
  createTracked(collection, make, trial) {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const go: typeof make = (isOpen) => {
      begin();
      return make(isOpen);
    };
    const creation = addressing.createTracked(collection, go, trial);
    void wait(() => Promise.race([begun, creation.then(begin, begin)]));
    return creation;
  },
});

/** The context of a trial whose waits for others count as progress. */
const watchWaits = (site: RunContext, { meter, wait }: Watchdog): RunContext => ({
  ...site,
  meter,
  addressing: watchCreations(site.addressing, wait),
  listLocks: watchLocks(site.listLocks, wait),
  effectGroup: watchGroup(site.effectGroup, wait),
});

/** Runs one trial. Its created items are in ledger scopes: one for each case, one for the parents of all cases. */
export async function tryTrial(
  trial: Trial,
  site: RunContext,
  { idleMs, unrepeated, ...options }: TryTrialOptions,
): Promise<TrialOutcome> {
  const setupScope = site.runLedger.openScope();
  const open = createOpenCases(site.runLedger);
  const watchdog = createWatchdog(site.meter, idleMs);
  const turns = createTrialTurns(site.turns, watchdog.wait);
  const hasStopped = watchStops(site.meter);
  let isDecided = false;
  let leave = async () => {};
  try {
    const bound = await bindSubject(trial, { site, setupScope, turns });
    leave = bound.leave;
    const { subject } = bound;
    const outcome = await watchdog.watch(
      tryWithParents({ ...trial, subject }, watchWaits(site, watchdog), {
        ...options,
        parentScope: setupScope,
        open,
        turns,
        unrepeated,
        room: watchRoom(options.room, watchdog.wait),
        renewal: createRenewal(trial, subject, site, hasStopped),
      }),
    );
    if (outcome.cases > 0) site.decidedCollections.add(getSubjectCollection(trial.subject).name);
    isDecided = true;
    return { ...outcome, trial };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    return { trial, verdict: 'inconclusive', cause: error.reason, why: error.why, ...nothingTried };
  } finally {
    // An aborted case ends neither its reading of a list, nor its turn, and what has a turn may wait for them.
    const aborted = open.endAll();
    if (!isDecided) turns.endAll();
    // Once it has left, a case that has a turn may wait for its removals, so these must not wait for a turn.
    const { end } = await site.turns.begin();
    try {
      options.room.leave();
      await open.awaitRemovals().finally(turns.endAll);
      for (const scope of aborted) await cleanUpCase(trial, scope, site);
      await leave();
      await cleanUp(setupScope, site);
      await findUnnamedItems(site);
    } finally {
      end();
    }
  }
}

const createRenewal = (trial: Trial, subject: Subject, site: RunContext, hasStopped: () => boolean): ParentRenewal =>
  createParentRenewal(subject, (scope) => retrySetup(() => createParents(trial.subject, site, scope)), hasStopped);

/** Wraps the wait for the removals of other trials. */
const watchRoom = ({ awaitOthers, ...room }: CaseRoom, watch: Watchdog['wait']): CaseRoom =>
  awaitOthers ? { ...room, awaitOthers: () => watch(awaitOthers) } : room;

async function tryWithParents(trial: Trial, site: RunContext, own: TrialScopes & Omit<TryTrialOptions, 'idleMs'>) {
  const { relearn, unrepeated, turns, room } = own;
  const collection = getSubjectCollection(trial.subject);
  const bodies = createTrialBodies(trial, site);
  const rule = getRule(site.rules, trial);
  const seed = deriveSeed(site.seed, trial);
  let spent = 0;
  const underWay = new Set<CaseClient>();
  const unanswered = new Set<number>();
  const record = (client: CaseClient) => {
    underWay.add(client);
    return () => {
      underWay.delete(client);
      spent += client.seen.length;
      for (const { n, answer } of client.seen) if (answer === undefined) unanswered.add(n);
    };
  };
  const trying: TrialSettings = {
    createGenerator: () => rule.given(bodies),
    cases: computeCases(rule, site.cases),
    seed,
    room,
    path: site.path,
    spent: () => [...underWay].reduce((sum, { seen }) => sum + seen.length, spent),
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
    summary: hide(grounds.summary ?? getRule(site.rules, trial).otherwise),
    expected: hide(grounds.expected),
    actual: hide(grounds.actual),
    case: hide(JSON.parse(JSON.stringify(value ?? null))),
    exchanges: shown.map((exchange) => site.client.getRecord(exchange)),
    controls: seen.filter((exchange) => !shown.includes(exchange)).map(({ n }) => n),
    ...found,
  };
}

function selectExchanges({ shows }: Grounds, seen: readonly (SentExchange | SentRawExchange)[]) {
  if (shows === undefined) return seen.filter(({ role }) => role !== 'control');
  const numbers = new Set(shows.map(({ n }) => n));
  return seen.filter(({ n }) => numbers.has(n));
}
