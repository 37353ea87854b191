import type { Outcome } from '../../model/result/outcome.js';
import type { Plan, Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item } from '../../rule/items.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { Tools } from '../../rule/tools.js';
import { drawFirstValue } from '../../rule/values/generators.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { createCaseContext, getSubjectCollection } from '../trial/case-context.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import type { TryAllOptions } from '../try-all.js';
import type { ExchangeLog, RefusedUse } from './exchange-log.js';
import { attributeDoubts, reportOnce, withholdAdvice } from './explain-outcomes.js';
import { judgeExchanges } from './judge-exchanges.js';
import { createRouteTable } from './route-table.js';
import { traceCreations } from './trace-creations.js';

interface CompletingOptions extends Pick<TryAllOptions, 'stages' | 'onBegin' | 'onOutcome'> {
  readonly log: ExchangeLog;
  /** Path templates of addresses that belong to no collection. */
  readonly templates?: readonly string[];
  readonly of: number;
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

/**
 * Splits trials: passive rules are judged after all others, over the exchanges of all of them. A rule with cases can judge
 * other exchanges as well, also where it has no subject for its cases: `unmet` are the rules that were not planned for some subject.
 */
export function splitTrials(
  trials: readonly Trial[],
  unmet: readonly string[],
  { rules, collections }: { readonly rules: RulesById; readonly collections: readonly Collection[] },
) {
  const isPassive = (rule: string) => getRule(rules, rule).isPassive === true;
  const active = trials.filter(({ rule }) => !isPassive(rule));
  const both = [...new Set([...active.map(({ rule }) => rule), ...unmet])].filter(
    (rule) => getRule(rules, rule).observes !== undefined,
  );
  const service = { kind: 'service', name: 'service', collections } as const;
  return {
    active,
    /** A passive rule, or the passive part of a rule that also has cases. */
    passive: [
      ...trials.filter(({ rule }) => isPassive(rule)),
      ...both
        .filter((rule) => !isPassive(rule))
        .map((rule): Trial => ({ rule, level: getRule(rules, rule).level, touches: 'reads', subject: service })),
    ],
  };
}

export const listUnmetRules = ({ exclusions }: Plan): string[] => [
  ...new Set(exclusions.flatMap(({ rule, cause }) => (cause === 'need' || cause === 'permission' ? [rule] : []))),
];

/**
 * A refusal proves something only on a route on which a valid request of the same caller succeeds. Where none succeeded
 * in the run, one is tried now; if it fails, too, an outcome that is based on refusals alone is inconclusive.
 */
async function requireControls(outcomes: readonly Outcome[], site: RunContext, log: ExchangeLog) {
  const tried = new Set<string>();
  const required: Outcome[] = [];
  for (const outcome of outcomes) {
    const refused = outcome.verdict === 'held' ? log.listUncontrolled(outcome.trial) : [];
    let isProven = refused.length === 0;
    for (const use of refused) {
      const key = `${use.method} ${use.route.template}`;
      if (!tried.has(key)) await tryControl(use, outcome.trial, site).catch(ifInconclusive(() => {}));
      tried.add(key);
      isProven = log.hasControl(use);
      if (isProven) break;
    }
    const [{ method, route } = { method: '', route: { template: '' } }] = refused;
    const why = `no valid ${method} ${route.template} succeeded in this run, so that its refusals prove nothing`;
    required.push(isProven ? outcome : { ...outcome, verdict: 'inconclusive', cause: 'setup', why });
  }
  return required;
}

async function tryControl(use: RefusedUse, trial: Trial, site: RunContext) {
  const collection = site.model.collections.find(({ name }) => name === use.route.collection);
  const bodies = collection && site.model.bodies.get(collection.name);
  if (collection === undefined || bodies === undefined) return;
  const ledger = site.runLedger.openScope();
  try {
    const subject = await createParents(collection, site, ledger);
    const { tools } = createCaseContext({ ...trial, subject }, site, ledger, 'usual');
    if (use.route.kind === 'collection' && !/^(POST|PUT|PATCH|DELETE)$/.test(use.method)) {
      await tools.client.send({ method: 'GET', path: getSubjectCollection(subject).path, role: 'control' });
      return;
    }
    const body = await drawFirstValue(bodies.body(), site.seed);
    const mayChange = site.mayWrite && getSubjectCollection(subject).create !== undefined;
    const item = await (mayChange ? tools.items.create(body) : tools.items.getAny(body));
    if (mayChange)
      await sendValid(use, item, tools, {
        replacement: await drawFirstValue(bodies.replacement(), site.seed),
        patch: await drawFirstValue(bodies.patch(), site.seed),
      });
    else await item.get();
  } finally {
    await cleanUp(ledger, site);
  }
}

async function sendValid(
  { method, route }: RefusedUse,
  item: Item,
  tools: Tools,
  bodies: { readonly replacement: Parameters<Item['put']>[0]; readonly patch: Parameters<Item['patch']>[0] },
): Promise<void> {
  if (route.action !== undefined && method === 'POST') await tools.actions.perform(item, route.action);
  else if (method === 'PUT') await item.put(item.prepare(bodies.replacement));
  else if (method === 'PATCH') await item.patch(bodies.patch);
  else if (method === 'DELETE') await item.delete();
  else await item.get();
}
