import { clock } from '../model/clock.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import { listSubjectCollections } from '../model/service/subject-collections.js';
import { getRule } from '../rule/rules-by-id.js';
import { decideAlone, findReason, Repetitions, withdrawDependents } from './alone/repetitions.js';
import type { UnfinishedNoise } from './calibrate/noise/learn-noise.js';
import { NoiseLearning } from './calibrate/noise/noise-learning.js';
import { createTrialEarning } from './others/trial-earning.js';
import type { RunContext } from './run-context.js';
import { isAssumed } from './schedule/order-trials.js';
import { type ScheduleOptions, schedule } from './schedule/schedule.js';
import type { TrialPlace } from './schedule/trial-place.js';
import type { ServiceModel } from './service-model.js';
import { formatErrorTrace, type Stages } from './stages.js';
import { createAssumption, nothingTried, omitUnrepeated, type TrialOutcome } from './trial/trial-outcome.js';
import { type TryTrialOptions, tryTrial } from './trial/try-trial.js';

/** What running all trials requires besides the run context. */
export interface TryAllOptions extends Pick<TryTrialOptions, 'idleMs'> {
  readonly trials: Plan['trials'];
  /** Number of all trials of the run, those of passive rules included. */
  readonly of?: number;
  readonly concurrency: number;
  /** Noise that is learned while the first trials run. */
  readonly unfinishedNoise?: readonly UnfinishedNoise[];
  readonly stages: Stages;
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
  const { trials, stages, concurrency } = trying;
  const { rules, queue, model, maxParallel, estimateCost } = site;
  const before = stages.errors().length;
  const all = new AllTrials(site, trying);
  const options: ScheduleOptions = {
    ...{ queue, rules, collections: model.collections, concurrency, estimateCost },
    solitary: new Set([...model.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name)),
    mayRemoveBehind: concurrency > 1 && concurrency < maxParallel,
  };
  await stages.stage(() => schedule(trials, { ...options, sideTasks: all.noise.sideTasks }, all), []);
  const repeated = all.again.list();
  for (const trial of trials) if (!all.again.mayFollow(trial)) all.publish(trial);
  const oneByOne = { ...options, concurrency: 1, mayRemoveBehind: false };
  const work = { go: (trial: Trial, place: TrialPlace) => all.goAgain(trial, place), settle: () => {} };
  for (const some of repeated) if (some.length > 0) await stages.stage(() => schedule(some, oneByOne, work), []);
  const why = stages.errors()[before] ?? 'the trial did not start';
  const outcomes = trials.map((trial) => omitUnrepeated(all.finished.get(trial) ?? createErroredOutcome(trial, why)));
  return { outcomes: withdrawDependents(outcomes, repeated.flat(), rules), model: all.noise.model };
}

/** The trials of a run, and what they have shown. */
class AllTrials {
  readonly finished = new Map<Trial, TrialOutcome>();
  readonly again: Repetitions;
  readonly noise: NoiseLearning;
  readonly #earning: ReturnType<typeof createTrialEarning>;
  readonly #share: CaseShare;
  readonly #violated = new Set<Outcome>();
  /** Not reproduced: what may do harm is not sent to items of others, at whose addresses operations are requested. */
  readonly #doubtful = new Set<Outcome>();
  /** Names of collections in which a trial was disturbed by others. */
  readonly #disturbed = new Set<string>();

  constructor(
    private readonly site: RunContext,
    private readonly trying: TryAllOptions,
  ) {
    this.again = new Repetitions(site, trying.trials, this.finished);
    this.noise = new NoiseLearning(site, trying.unfinishedNoise);
    this.#earning = createTrialEarning(site);
    this.#share = new CaseShare(site, trying.trials);
  }

  async go(trial: Trial, place: TrialPlace): Promise<TrialOutcome> {
    const { stages, onBegin, trials, of = trials.length } = this.trying;
    if (this.noise.watch(trial)) stages.notify(() => onBegin?.(trial, of));
    const known = trial.subject.kind === 'operation' ? [...this.#violated, ...this.#doubtful] : this.#violated;
    return this.#findSkip(trial, known) ?? this.#earning.record(trial, await this.#tryOne(trial, place));
  }

  mustRepeat(trial: Trial): Promise<boolean> | undefined {
    return this.#earning.takeRepeat(trial) ? Promise.resolve(true) : this.noise.mustRepeat(trial);
  }

  isViolated({ verdict, cause }: TrialOutcome): boolean {
    return verdict === 'violated' || cause === 'not-reproduced';
  }

  settle(trial: Trial, tried: TrialOutcome): void {
    // A trial may have run before one that it assumes.
    const assumed = findViolatedAssumption(trial, this.site, this.#violated);
    const outcome = assumed ? { ...assumed, requests: tried.requests } : tried;
    this.finished.set(trial, outcome);
    if (outcome.verdict === 'violated') this.#violated.add(outcome);
    if (outcome.cause === 'not-reproduced' || this.again.mayBeExposed(trial)) this.#doubtful.add(outcome);
    if (!this.again.mayFollow(trial)) this.publish(trial);
  }

  publish(trial: Trial): void {
    const outcome = this.finished.get(trial);
    if (outcome && !this.again.mayWithdraw(outcome)) this.trying.onOutcome(omitUnrepeated(outcome));
  }

  /**
   * Runs a trial again alone. One whose setup failed runs again only where other trials are known to have disturbed one of its
   * collections, one whose list changed only where others may have changed it.
   */
  async goAgain(trial: Trial, place: TrialPlace): Promise<void> {
    const first = this.finished.get(trial);
    const names = listSubjectCollections(trial.subject);
    const isExposed = this.again.isExposed(trial);
    const reason = isExposed ? 'exposed' : findReason(first, this.site.rules);
    const isLost = reason === 'unprepared' && names.some((name) => this.#disturbed.has(name));
    const isByOthers = this.trying.concurrency > 1 && (isLost || reason === 'disturbed');
    const isWorthIt = reason === 'not reproduced' || isByOthers;
    if (first && (isExposed || (isWorthIt && this.site.meter.end() === undefined))) {
      const violated = [...this.finished.values()].filter((one) => one.verdict === 'violated' && one.trial !== trial);
      const skipped = this.#findSkip(trial, violated);
      const decided = skipped
        ? { ...skipped, requests: first.requests }
        : decideAlone(first, await this.#tryOne(trial, place, first.unrepeated), isExposed);
      this.finished.set(trial, decided);
      if (reason === 'not reproduced' && decided.verdict === 'held')
        for (const name of names) this.#disturbed.add(name);
    }
    this.publish(trial);
  }

  async #tryOne(trial: Trial, place: TrialPlace, unrepeated?: TrialOutcome['unrepeated']): Promise<TrialOutcome> {
    const { noise, trying, site } = this;
    const cases = this.#share.take(trial);
    try {
      const tried = await tryTrial(
        trial,
        { ...site, model: noise.model, cases },
        { ...trying, noise, place, unrepeated },
      );
      return cases < site.cases ? { ...tried, notes: [...tried.notes, describeShare(cases, site.cases)] } : tried;
    } catch (error) {
      return createErroredOutcome(trial, formatErrorTrace(error));
    }
  }

  /** Returns the outcome of a trial that does not start: a rule that it assumes is among those violated, or the run is over. */
  #findSkip(trial: Trial, violated: Iterable<Outcome>): Outcome | undefined {
    const over = this.site.meter.end();
    if (over === undefined) return findViolatedAssumption(trial, this.site, violated);
    const why = `the trial did not start: ${over.why}`;
    return { trial, verdict: 'inconclusive', ...nothingTried, cause: over.cause, why };
  }
}

/** Returns the outcome of a trial where a rule that it assumes is among those violated. */
function findViolatedAssumption(trial: Trial, { rules }: RunContext, violated: Iterable<Outcome>): Outcome | undefined {
  for (const { trial: other, verdict } of violated) {
    if (!isAssumed(other, trial, rules)) continue;
    const assumption = { trial, ...nothingTried, ...createAssumption(other, rules) };
    if (verdict === 'violated') return assumption;
    const { title } = getRule(rules, other.rule);
    return { ...assumption, why: `not sent: "${title}" seemed to be violated, so a request could do harm` };
  }
  return undefined;
}

const createErroredOutcome = (trial: Trial, why: string): Outcome => ({
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

/** The number of cases to which the estimated requests of a rule refer. */
const estimatedCases = 10;
/** The fewest cases of a check where little is left. */
const minCases = 2;
/** How many requests a run sends for each estimated one, until its own ratio is known: it counts as much as this part of all of them. */
const usual = { ratio: 1.5, part: 0.1 } as const;
/** Number of requests of trials after which their speed is known: what was learned before them waits for lags and clock ticks. */
const fewestTimed = 50;

/** Shares what is left of the requests and the time of a run among its trials, so that the cases of the first ones take none from the last. */
class CaseShare {
  /** The estimated requests of the trials that have not begun, and of those that have. */
  #ahead = 0;
  #begun = 0;
  readonly #weight: number;
  readonly #start: { readonly sent: number; readonly at: number };

  constructor(
    private readonly site: Pick<RunContext, 'cases' | 'estimateCost' | 'meter'>,
    trials: Plan['trials'],
  ) {
    for (const trial of trials) this.#ahead += this.estimate(trial);
    this.#weight = this.#ahead * usual.part;
    this.#start = { sent: site.meter.sent(), at: clock.now() };
  }

  /** The number of cases of the next trial. */
  take(trial: Trial): number {
    const { cases, meter } = this.site;
    const sent = meter.sent() - this.#start.sent;
    const ratio = (sent + usual.ratio * this.#weight) / Math.max(1, this.#begun + this.#weight);
    const left = meter.left();
    const msOfOne = sent < fewestTimed ? 0 : (clock.now() - this.#start.at) / sent;
    const affordable = Math.min(left.requests, msOfOne > 0 ? left.ms / msOfOne : Number.POSITIVE_INFINITY);
    const share = affordable / Math.max(1, (this.#ahead * ratio * cases) / estimatedCases);
    const taken = share >= 1 ? cases : Math.max(Math.min(minCases, cases), Math.floor(cases * share));
    const cost = this.estimate(trial);
    this.#ahead = Math.max(0, this.#ahead - cost);
    this.#begun += (cost * taken) / estimatedCases;
    return taken;
  }

  private estimate({ rule }: Trial): number {
    return this.site.estimateCost?.(rule) ?? 1;
  }
}

/** What a check says that had fewer cases than wanted. */
const describeShare = (taken: number, cases: number): string =>
  `${taken} of ${cases} cases were tried, so that the requests and the time that were left sufficed for all checks (limits.maxRequests, limits.maxSeconds)`;
