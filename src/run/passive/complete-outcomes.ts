import type { Outcome } from '../../model/result/outcome.js';
import type { Plan, Trial } from '../../model/result/plan.js';
import { getRule } from '../../rule/rules-by-id.js';
import { reportOnce } from '../report-once.js';
import type { RunContext } from '../run-context.js';
import type { Stages } from '../stages.js';
import type { ExchangeLog } from './exchange-log.js';
import { attributeDoubts, withholdAdvice } from './explain-outcomes.js';
import { judgeExchanges } from './judge-exchanges.js';
import { requireControls } from './require-controls.js';
import { createRouteTable } from './route-table.js';
import { traceCreations } from './trace-creations.js';

/** What all passive rules are judged with. */
export interface CompletingOptions {
  readonly log: ExchangeLog;
  /** Path templates of addresses that belong to no collection. */
  readonly templates?: readonly string[];
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
  { log, templates, stages, of, onBegin, onOutcome }: CompletingOptions,
): Promise<Outcome[]> {
  const { rules, model, baseUrl, replayed } = site;
  const outcomes = await stages.stage(() => requireControls(tried, site, log), [...tried]);
  const findRoute = createRouteTable(model.collections, baseUrl, templates);
  const getCheck = ({ rule }: Trial) => getRule(rules, rule).observes;
  // What refused creations left in the lists.
  if (replayed === undefined && passive.some((trial) => getCheck(trial)?.isAboutEffects === true)) {
    const trace = () =>
      traceCreations(log.items.listRefusedCreations(), { ...site, findRoute, writes: log.listWrites() });
    await stages.stage(async () => log.recordFollowed(await trace()), undefined);
  }
  // The starts that are left of the service are needed for the rule about its stops.
  const isLast = (trial: Trial) => Number(getCheck(trial)?.isAboutOutages === true);
  const judged: Outcome[] = [];
  for (const trial of [...passive].sort((one, other) => isLast(one) - isLast(other))) {
    stages.notify(() => onBegin?.(trial, of));
    const found = await judgeExchanges(trial, site, { log, outcomes, findRoute });
    found.forEach(onOutcome);
    judged.push(...found);
  }
  const attributed = [...stages.value(() => attributeDoubts(outcomes, judged, site), outcomes), ...judged];
  return stages.value(() => withholdAdvice(reportOnce(attributed, rules), rules), attributed);
}
