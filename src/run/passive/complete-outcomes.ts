import type { Outcome } from '../../model/result/outcome.js';
import type { Plan, Trial } from '../../model/result/plan.js';
import { getRule } from '../../rule/rules-by-id.js';
import { reportOnce } from '../report-once.js';
import type { RunContext } from '../run-context.js';
import type { Stages } from '../stages.js';
import { attributeDoubts } from './attribute-doubts.js';
import { traceCreations } from './effects/trace-creations.js';
import { judgeExchanges } from './judge-exchanges.js';
import type { JudgeExchangesOptions } from './passive-work.js';
import { requireControls } from './require-controls.js';
import { createRouteTable } from './route-table.js';
import { withholdAdvice } from './withhold-advice.js';

/** What all passive rules are judged with. */
export interface JudgeAllOptions extends JudgeExchangesOptions {
  readonly stages: Stages;
  /** Number of all trials of the run. */
  readonly of: number;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  /** Receives the outcomes of passive rules. */
  readonly onOutcome: (outcome: Outcome) => void;
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
  const outcomes = await stages.stage(() => requireControls(tried, site, options.log), [...tried]);
  await stages.stage(() => traceRefusedCreations(passive, site, options), undefined);
  const judged = await judgeAllExchanges(passive, site, { ...options, outcomes });
  const attributed = [...stages.value(() => attributeDoubts(outcomes, judged, site), outcomes), ...judged];
  return stages.value(() => withholdAdvice(reportOnce(attributed, site.rules), site.rules), attributed);
}

/** Searches the lists for what refused creations left there, if a rule is about that. */
async function traceRefusedCreations(
  passive: Plan['trials'],
  site: RunContext,
  { log, templates }: Pick<JudgeExchangesOptions, 'log' | 'templates'>,
): Promise<void> {
  if (site.replayed !== undefined) return;
  if (!passive.some(({ rule }) => getRule(site.rules, rule).observes?.isAboutEffects === true)) return;
  const findRoute = createRouteTable(site.model.collections, site.baseUrl, templates);
  const context = { ...site, findRoute, writes: log.listWrites() };
  log.recordFollowed(await traceCreations(log.effects.listRefusedCreations(), context));
}

/** Judges all passive rules, one after the other, when nothing else of the run is under way. Never throws. */
async function judgeAllExchanges(trials: Plan['trials'], site: RunContext, options: JudgeAllOptions) {
  const { stages, of } = options;
  const judged: Outcome[] = [];
  const isAboutOutages = ({ rule }: Trial) => getRule(site.rules, rule).observes?.isAboutOutages === true;
  // The starts that are left of the service are needed for the rule about its stops.
  const sorted = [...trials].sort((one, other) => Number(isAboutOutages(other)) - Number(isAboutOutages(one)));
  for (const trial of sorted) {
    stages.notify(() => options.onBegin?.(trial, of));
    const outcomes = await judgeExchanges(trial, site, options);
    outcomes.forEach(options.onOutcome);
    judged.push(...outcomes);
  }
  return judged;
}
