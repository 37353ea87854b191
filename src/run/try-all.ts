import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import { listSubjectCollections } from '../model/service/subject-collections.js';
import { getRule } from '../rule/rules-by-id.js';
import { createRepetitions } from './alone/repetitions.js';
import { decideAlone } from './alone/retry-alone.js';
import { nothingTried, omitUnrepeated, type TrialOutcome } from './alone/trial-outcome.js';
import { isDisturbed, isUnprepared, isUnrepeated, withdrawDependents } from './alone/unrepeated-trials.js';
import type { UnfinishedNoise } from './calibrate/noise/learn-noise.js';
import { NoiseLearning } from './calibrate/noise/noise-learning.js';
import { formatErrorTrace } from './error-trace.js';
import { createTrialEarning } from './others/trial-earning.js';
import type { RunContext } from './run-context.js';
import { isAssumed } from './schedule/order-trials.js';
import { type ScheduleOptions, schedule } from './schedule/schedule.js';
import type { SideTask, TrialPlace } from './schedule/trial-place.js';
import type { ServiceModel } from './service-model.js';
import type { Stages } from './stages.js';
import { type TryTrialOptions, tryTrial } from './trial/try-trial.js';

/** What running all trials requires besides the run context. */
export interface TryAllOptions {
  readonly trials: Plan['trials'];
  /** Number of all trials of the run, those of passive rules included. */
  readonly of?: number;
  readonly listWrites: TryTrialOptions['listWrites'];
  readonly concurrency: number;
  /** Noise that is learned while the first trials run. */
  readonly unfinishedNoise?: readonly UnfinishedNoise[];
  readonly stages: Stages;
  /** Maximum time of a trial without an exchange, in milliseconds. */
  readonly idleMs: number;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  /** Receives the outcome of each trial that no other trial can change any more; some of them twice. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/**
 * Runs all trials. Those with a violation that was not reproduced run again at the end, one after the other. Returns one outcome
 * for each, in their order, and the model with the noise that was learned meanwhile. Never throws.
 */
export async function tryAll(
  site: RunContext,
  trying: TryAllOptions,
): Promise<{ readonly outcomes: Outcome[]; readonly model: ServiceModel }> {
  const { trials, stages, of = trials.length } = trying;
  const { rules } = site;
  const finished = new Map<Trial, TrialOutcome>();
  const violated = new Set<Outcome>();
  /** Not reproduced: what may do harm is not sent to items of others, at whose addresses operations are requested. */
  const doubtful = new Set<Outcome>();
  const again = createRepetitions(site, trials, finished);
  const publish = (trial: Trial) => {
    const outcome = finished.get(trial);
    if (outcome && !again.mayWithdraw(outcome)) trying.onOutcome(omitUnrepeated(outcome));
  };
  const noise = new NoiseLearning(site, trying.unfinishedNoise);
  const shared = { ...trying, noise };
  const earning = createTrialEarning(site);
  const go = async (trial: Trial, place: TrialPlace) => {
    if (noise.watch(trial)) stages.notify(() => trying.onBegin?.(trial, of));
    const known = trial.subject.kind === 'operation' ? [...violated, ...doubtful] : violated;
    const skipped = findSkipOutcome(trial, site, known);
    return skipped ?? earning.record(trial, await tryOne(trial, site, { ...shared, place }));
  };
  const mustRepeat = (trial: Trial) => (earning.takeRepeat(trial) ? Promise.resolve(true) : noise.mustRepeat(trial));
  const settle = (trial: Trial, tried: TrialOutcome) => {
    // A trial may have run before one that it assumes.
    const assumed = findViolatedAssumption(trial, site, violated);
    const outcome = assumed ? { ...assumed, requests: tried.requests } : tried;
    finished.set(trial, outcome);
    if (outcome.verdict === 'violated') violated.add(outcome);
    if (isUnrepeated(outcome) || again.mayBeExposed(trial)) doubtful.add(outcome);
    if (!again.mayFollow(trial)) publish(trial);
  };
  const retry = createRetry(site, shared, { finished, isExposed: again.isExposed });
  const goAgain = async (trial: Trial, place: TrialPlace) => {
    await retry(trial, place);
    publish(trial);
  };
  const before = stages.errors().length;
  const options = buildScheduleOptions(site, trying, noise.sideTasks);
  await stages.stage(() => schedule(trials, options, { go, settle, mustRepeat, isViolated }), []);
  const all = again.list();
  for (const trial of trials) if (!again.mayFollow(trial)) publish(trial);
  for (const some of all)
    await stages.stage(
      () =>
        schedule(
          some,
          { ...options, concurrency: 1, mayRemoveBehind: false, sideTasks: [] },
          { go: goAgain, settle: () => {} },
        ),
      [],
    );
  const why = stages.errors()[before] ?? 'the trial did not start';
  const outcomes = trials.map((trial) => omitUnrepeated(finished.get(trial) ?? createErroredOutcome(trial, why)));
  return { outcomes: withdrawDependents(outcomes, all.flat(), rules), model: noise.model };
}

/** What decides which trials run beside each other. */
function buildScheduleOptions(
  site: RunContext,
  { concurrency }: Pick<TryAllOptions, 'concurrency'>,
  sideTasks: readonly SideTask[],
): ScheduleOptions {
  const { rules, model, estimateCost = () => 1 } = site;
  const solitary = new Set([...site.model.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name));
  const mayRemoveBehind = concurrency > 1 && concurrency < site.maxParallel;
  return {
    queue: site.queue,
    rules,
    collections: model.collections,
    concurrency,
    estimateCost,
    solitary,
    mayRemoveBehind,
    sideTasks,
  };
}

/** Whether a violation was seen, reproduced or not. */
const isViolated = (tried: TrialOutcome): boolean => tried.verdict === 'violated' || isUnrepeated(tried);

/** Creates the outcome of a trial with an internal error. */
export const createErroredOutcome = (trial: Trial, why: string): Outcome => ({
  trial,
  verdict: 'errored',
  why,
  ...nothingTried,
});

/** The outcomes of trials that could not start because of an earlier internal error. */
export const createUntriedOutcomes = (
  trials: Plan['trials'],
  [why = 'the trial did not start']: readonly string[],
): Outcome[] => trials.map((trial) => createErroredOutcome(trial, why));

type TryAllContext = TryAllOptions & { readonly noise: NoiseLearning };

const tryOne = (
  trial: Trial,
  site: RunContext,
  options: TryAllContext & Pick<TryTrialOptions, 'unrepeated' | 'place'>,
): Promise<TrialOutcome> =>
  tryTrial(trial, { ...site, model: options.noise.model }, options).catch((error: unknown) =>
    createErroredOutcome(trial, formatErrorTrace(error)),
  );

/**
 * Creates what runs a trial again alone. A trial whose setup failed runs again only where other trials are known to have
 * disturbed one of its collections, one whose list changed only where others may have changed it.
 */
function createRetry(
  site: RunContext,
  trying: TryAllContext,
  {
    finished,
    isExposed,
  }: { readonly finished: Map<Trial, TrialOutcome>; readonly isExposed: (trial: Trial) => boolean },
) {
  const disturbed = new Set<string>();
  const isWorthIt = (first: TrialOutcome, names: readonly string[]) => {
    if (isUnrepeated(first) || isExposed(first.trial)) return true;
    const mayBeLost = isUnprepared(first) && names.some((name) => disturbed.has(name));
    return trying.concurrency > 1 && (mayBeLost || isDisturbed(first, site.rules));
  };
  return async (trial: Trial, place: TrialPlace): Promise<void> => {
    const first = finished.get(trial);
    const names = listSubjectCollections(trial.subject);
    const isOver = site.meter.end() !== undefined && !isExposed(trial);
    if (first === undefined || isOver || !isWorthIt(first, names)) return;
    const others = [...finished.values()].filter(
      ({ verdict, trial: other }) => verdict === 'violated' && other !== trial,
    );
    const skipped = findSkipOutcome(trial, site, others);
    const { unrepeated } = first;
    const again = skipped ?? (await tryOne(trial, site, { ...trying, unrepeated, place }));
    const decided = skipped ? { ...skipped, requests: first.requests } : decideAlone(first, again, isExposed(trial));
    finished.set(trial, decided);
    if (isUnrepeated(first) && decided.verdict === 'held') for (const name of names) disturbed.add(name);
  };
}

/** Returns the outcome of a trial that does not start: a rule that it assumes is among those violated, or the run is over. */
function findSkipOutcome(trial: Trial, site: RunContext, violated: Iterable<Outcome>): Outcome | undefined {
  const over = site.meter.end();
  if (over === undefined) return findViolatedAssumption(trial, site, violated);
  return { ...createUndecided(trial), cause: over.cause, why: `the trial did not start: ${over.why}` };
}

/** Returns the outcome of a trial where a rule that it assumes is among those violated. */
function findViolatedAssumption(trial: Trial, { rules }: RunContext, violated: Iterable<Outcome>): Outcome | undefined {
  const fallen = [...violated].find((other) => isAssumed(other.trial, trial, rules));
  if (!fallen) return undefined;
  const { title } = getRule(rules, fallen.trial.rule);
  const why =
    fallen.verdict === 'violated'
      ? `inconclusive until "${title}" is fixed`
      : `not sent: "${title}" seemed to be violated, so a request could do harm`;
  return { ...createUndecided(trial), cause: `assumption:${fallen.trial.rule}`, why };
}

const createUndecided = (trial: Trial) => ({ trial, verdict: 'inconclusive' as const, ...nothingTried });
