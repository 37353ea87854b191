import type { RunLedger } from '../ledger/open-ledger.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import { getRule } from '../rule/rules-by-id.js';
import { createNoiseRelearner, type NoiseRelearner } from './calibrate/noise/relearn-noise.js';
import { formatErrorTrace } from './error-trace.js';
import type { RunContext } from './run-context.js';
import type { Stages } from './stages.js';
import { hasSharedCollection, schedule } from './trial/schedule.js';
import { tryTrial } from './trial/try-trial.js';

/** What running all trials requires besides the run context. */
export interface TryAllOptions {
  readonly trials: Plan['trials'];
  readonly book: RunLedger;
  readonly concurrency: number;
  readonly stages: Stages;
  /** Maximum time of a trial without an exchange, in milliseconds. */
  readonly idleMs: number;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  readonly onOutcome?: ((outcome: Outcome, done: number, of: number) => void) | undefined;
}

/** Runs all trials. Returns one outcome for each, in their order. Never throws. */
export async function tryAll(site: RunContext, trying: TryAllOptions): Promise<Outcome[]> {
  const { trials, stages } = trying;
  const finished = new Map<Trial, Outcome>();
  const relearn = createNoiseRelearner(site, trying.book);
  const solitary = new Set([...site.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name));
  const go = async (trial: Trial) => {
    stages.notify(() => trying.onBegin?.(trial, trials.length));
    const outcome =
      findSkipOutcome(trial, site, [...finished.values()]) ?? (await tryOne(trial, site, { ...trying, relearn }));
    finished.set(trial, outcome);
    stages.notify(() => trying.onOutcome?.(outcome, finished.size, trials.length));
    return outcome;
  };
  const before = stages.errors().length;
  await stages.stage(() => schedule(trials, site.rules, trying.concurrency, go, solitary), []);
  const why = stages.errors()[before] ?? 'the trial did not start';
  return trials.map((trial) => finished.get(trial) ?? createErroredOutcome(trial, why));
}

/** Creates the outcome of a trial in which the kit failed. */
export const createErroredOutcome = (trial: Trial, why: string): Outcome => ({
  trial,
  verdict: 'errored',
  why,
  cases: 0,
  corners: 0,
  requests: 0,
  notes: [],
});

type TryAllContext = TryAllOptions & { readonly relearn: NoiseRelearner };

async function tryOne(trial: Trial, site: RunContext, { book, idleMs, relearn }: TryAllContext): Promise<Outcome> {
  return tryTrial(trial, site, book, { idleMs, relearn }).catch((error: unknown) =>
    createErroredOutcome(trial, formatErrorTrace(error)),
  );
}

/** Returns the outcome of a trial that does not start: a rule that it assumes is violated, or the run is over. */
function findSkipOutcome(
  trial: Trial,
  { rules, meter }: RunContext,
  finished: readonly Outcome[],
): Outcome | undefined {
  const over = meter.end();
  const nothing = { trial, verdict: 'inconclusive' as const, cases: 0, corners: 0, requests: 0, notes: [] };
  if (over !== undefined) return { ...nothing, cause: over.cause, why: `the trial did not start: ${over.why}` };
  const fallen = finished.find(
    (other) =>
      other.verdict === 'violated' &&
      getRule(rules, trial.rule).assumes?.includes(other.trial.rule) &&
      hasSharedCollection(other.trial.subject, trial.subject),
  );
  if (!fallen) return undefined;
  return {
    ...nothing,
    cause: `assumption:${fallen.trial.rule}`,
    why: `inconclusive until "${getRule(rules, fallen.trial.rule).title}" is fixed`,
  };
}
