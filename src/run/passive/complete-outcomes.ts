import type { Outcome } from '../../model/result/outcome.js';
import type { Plan, Trial } from '../../model/result/plan.js';
import type { RunContext } from '../run-context.js';
import type { Stages } from '../stages.js';
import { attributeDoubts } from './attribute-doubts.js';
import { judgeExchanges } from './judge-exchanges.js';
import type { JudgeExchangesOptions } from './judge-operation.js';
import { requireControls } from './require-controls.js';
import { withholdAdvice } from './withhold-advice.js';

/** What all passive rules are judged with. */
export interface JudgeAllOptions extends JudgeExchangesOptions {
  readonly stages: Stages;
  /** Number of all trials of the run. */
  readonly of: number;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  readonly onOutcome?: ((outcome: Outcome, done: number, of: number) => void) | undefined;
}

/**
 * Completes the outcomes of all other trials at the end of a run: those that are based on refusals need a control, passive rules
 * are judged, failures that leave others undecided are named, and advice that would hide a violation is taken back. Never throws.
 */
export async function completeOutcomes(
  tried: readonly Outcome[],
  passive: Plan['trials'],
  site: RunContext,
  options: Omit<JudgeAllOptions, 'outcomes'>,
): Promise<Outcome[]> {
  const { stages } = options;
  const outcomes = await stages.stage(() => requireControls(tried, site, options), [...tried]);
  const judged = await judgeAllExchanges(passive, site, { ...options, outcomes });
  const attributed = [...stages.value(() => attributeDoubts(outcomes, judged, site), outcomes), ...judged];
  return stages.value(() => withholdAdvice(attributed, site.rules), attributed);
}

/** Judges all passive rules, one after the other, when nothing else of the run is under way. Never throws. */
async function judgeAllExchanges(
  trials: Plan['trials'],
  site: RunContext,
  options: JudgeAllOptions,
): Promise<Outcome[]> {
  const { stages, of } = options;
  const judged: Outcome[] = [];
  for (const [index, trial] of trials.entries()) {
    stages.notify(() => options.onBegin?.(trial, of));
    const outcomes = await judgeExchanges(trial, site, options);
    for (const outcome of outcomes)
      stages.notify(() => options.onOutcome?.(outcome, of - trials.length + index + 1, of));
    judged.push(...outcomes);
  }
  return judged;
}
