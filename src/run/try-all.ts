import type { LedgerBook } from '../ledger/open-ledger.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import { getRule } from '../rule/rules-by-id.js';
import { type Relearn, relearningOf } from './calibrate/noise/relearn-noise.js';
import { traceOf } from './error-trace.js';
import type { Site } from './run-context.js';
import type { Stages } from './stages.js';
import { isShared, schedule } from './trial/schedule.js';
import { tryTrial } from './trial/try-trial.js';

/** What trying all trials needs beside the site. */
export interface TryingAll {
  readonly trials: Plan['trials'];
  readonly book: LedgerBook;
  readonly concurrency: number;
  readonly stages: Stages;
  /** How long a trial may go on without an exchange. */
  readonly idleMs: number;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  readonly onOutcome?: ((outcome: Outcome, done: number, of: number) => void) | undefined;
}

/** Tries all trials; an outcome for each, in their order, whatever breaks on the way. Never throws. */
export async function tryAll(site: Site, trying: TryingAll): Promise<Outcome[]> {
  const { trials, stages } = trying;
  const finished = new Map<Trial, Outcome>();
  const relearn = relearningOf(site, trying.book);
  const solitary = new Set([...site.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name));
  const go = async (trial: Trial) => {
    stages.tell(() => trying.onBegin?.(trial, trials.length));
    const outcome =
      withoutGround(trial, site, [...finished.values()]) ?? (await tried(trial, site, { ...trying, relearn }));
    finished.set(trial, outcome);
    stages.tell(() => trying.onOutcome?.(outcome, finished.size, trials.length));
    return outcome;
  };
  const before = stages.faults().length;
  await stages.stage(() => schedule(trials, site.rules, trying.concurrency, go, solitary), []);
  const why = stages.faults()[before] ?? 'it was never tried';
  return trials.map((trial) => finished.get(trial) ?? errored(trial, why));
}

/** The outcome of a trial in which the kit itself failed. */
export const errored = (trial: Trial, why: string): Outcome => ({
  trial,
  verdict: 'errored',
  why,
  cases: 0,
  corners: 0,
  requests: 0,
  notes: [],
});

/** Traces name what was at hand when something broke, so they pass through the redaction as everything does that is shown. */
type Tooled = TryingAll & { readonly relearn: Relearn };

async function tried(trial: Trial, site: Site, { book, idleMs, relearn }: Tooled): Promise<Outcome> {
  const outcome = await tryTrial(trial, site, book, { idleMs, relearn }).catch((error: unknown) =>
    errored(trial, traceOf(error)),
  );
  const { why } = outcome;
  return why === undefined ? outcome : { ...outcome, why: site.client.redact(why) };
}

/** The outcome of a trial that need not begin: what it assumes fell, or the run is over. */
function withoutGround(trial: Trial, { rules, meter }: Site, finished: readonly Outcome[]): Outcome | undefined {
  const over = meter.end();
  const nothing = { trial, verdict: 'inconclusive' as const, cases: 0, corners: 0, requests: 0, notes: [] };
  if (over !== undefined) return { ...nothing, cause: over.cause, why: `it never began: ${over.why}` };
  const fallen = finished.find(
    (other) =>
      other.verdict === 'violated' &&
      getRule(rules, trial.rule).assumes?.includes(other.trial.rule) &&
      isShared(other.trial.subject, trial.subject),
  );
  if (!fallen) return undefined;
  return {
    ...nothing,
    cause: `assumption:${fallen.trial.rule}`,
    why: `it rests on "${getRule(rules, fallen.trial.rule).title}", which was violated`,
  };
}
