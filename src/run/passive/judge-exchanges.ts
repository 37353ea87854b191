import { isObject, type Json } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { collectionRoles } from '../../model/service/subject-collections.js';
import { groupBy } from '../../model/values/group-by.js';
import { InconclusiveError } from '../../rule/finding.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { RunContext } from '../run-context.js';
import { formatErrorTrace } from '../stages.js';
import { createJudgingTools } from '../trial/experiment.js';
import { createAssumption, nothingTried } from '../trial/trial-outcome.js';
import type { Suspect } from './exchange-log.js';
import {
  buildOutcomeHead,
  countRequests,
  type Judgement,
  judgeOperation,
  type KnownExchanges,
  type PassiveWork,
  tryRecipe,
  trySuspect,
} from './judge-operation.js';
import type { Recipe } from './recipe.js';
import type { FindRoute } from './route-table.js';

/** Maximum number of operations for which a rule is violated. */
const maxOperations = 12;
/** The same where most suspects are innocent. */
const maxOperationsAmongOthers = 6;

/**
 * Judges a passive rule over all exchanges, alone at the end of the run. Returns one outcome for each operation that
 * violates it; otherwise one for the service. Never throws.
 */
export async function judgeExchanges(trial: Trial, site: RunContext, known: KnownExchanges): Promise<Outcome[]> {
  const rule = getRule(site.rules, trial.rule);
  const nothing = { trial, ...nothingTried };
  const check = rule.observes;
  if (check === undefined) return [];
  const declaredStatuses = site.model.collections.flatMap((collection) =>
    collectionRoles.flatMap((role) => collection[role]?.statuses ?? []),
  );
  const listUsualMembers = (exchange: ObservedExchange) => known.log.listUsualMembers(exchange);
  // A replay sends one case: what is usual was known when that was found.
  const usual = site.replayed === undefined ? { listUsualMembers } : {};
  const passive = { dialect: site.dialect, declaredStatuses, ...usual };
  try {
    const work: PassiveWork = { ...known, trial, rule, check, site, passive, begunAt: site.meter.spent() };
    const replayed = readRecipe(site.replayed);
    const outcomes = replayed === undefined ? await judgeLog(work) : await judgeReplay(work, replayed);
    // A rule with cases of its own has an outcome already.
    return rule.isPassive
      ? outcomes
      : outcomes.filter(({ verdict, trial: { subject } }) => verdict === 'violated' || subject !== trial.subject);
  } catch (error) {
    if (error instanceof InconclusiveError)
      return [{ ...nothing, verdict: 'inconclusive', cause: error.reason, why: error.why }];
    return [{ ...nothing, verdict: 'errored', why: formatErrorTrace(error) }];
  }
}

async function judgeLog(work: PassiveWork): Promise<Outcome[]> {
  const { trial, rule, log, outcomes, check, passive, site } = work;
  const { concerned, suspects, flawed } = log.getSightings(trial.rule);
  const known = { trial, cases: concerned, corners: 0, requests: 0, notes: [] };
  if (concerned === 0)
    return [{ ...known, verdict: 'not-applicable', why: 'the run received no response that the rule is about' }];
  const outages = site.meter.outages.listOutages();
  const stopped = new Set(outages.flat());
  // A connection that broke when the service stopped is judged by the rule about that alone.
  const isOwn = ({ exchange: { n } }: Suspect) => stopped.has(n) === (check.isAboutOutages === true);
  const open = suspects
    .filter(isOwn)
    .flatMap((suspect) => settleEffect(suspect, site, work.findRoute) ?? [])
    .filter(({ exchange }) => check.findFlaw(exchange, passive) !== undefined);
  const hasStopped = check.isAboutOutages === true && outages.length > 0;
  const cut = suspects.find((suspect) => !isOwn(suspect));
  const end = check.isAboutOutages === true && !hasStopped ? site.meter.end() : undefined;
  if (end?.cause === 'no-answer') return [{ ...known, verdict: 'inconclusive', ...end }];
  if (open.length === 0 && !hasStopped) return [{ ...known, ...(cut ? createStopDoubt(cut) : { verdict: 'held' }) }];
  // What reaches other items and is known already explains what happened to them.
  const isKnown = (other: string) =>
    check.isAboutOthers === true && getRule(site.rules, other).observes?.isAboutOthers === true;
  const isAssumed = (other: string) => other === trial.rule || rule.assumes?.includes(other) === true || isKnown(other);
  const assumed = outcomes.find((other) => other.verdict === 'violated' && isAssumed(other.trial.rule));
  if (assumed !== undefined) return [{ ...known, ...createAssumption(assumed.trial, site.rules) }];
  const judged = hasStopped ? await judgeOutages(open, work) : await judgeOperations(open, work);
  const violations = judged.flatMap(({ violation }) => violation ?? []);
  if (violations.length > 0) return violations;
  const summary = hasStopped ? summarizeOutages(judged, work) : summarize(judged, flawed);
  return [{ ...known, requests: countRequests(work), ...summary }];
}

async function judgeOperations(open: readonly Suspect[], work: PassiveWork): Promise<Judgement[]> {
  const judged: Judgement[] = [];
  const most = work.check.isAboutOthers ? maxOperationsAmongOthers : maxOperations;
  for (const [operation, group] of [...groupBy(open, (suspect) => nameOperation(suspect, work))].slice(0, most))
    judged.push(await judgeOperation(operation, group, { ...work, begunAt: work.site.meter.spent() }));
  return judged;
}

function summarize(judged: readonly Judgement[], flawed: number): Pick<Outcome, 'verdict' | 'cause' | 'why' | 'notes'> {
  const doubt = judged.find((one) => one.doubt !== undefined)?.doubt;
  if (doubt !== undefined) return { verdict: 'inconclusive', ...doubt, notes: [] };
  // The same of several in each run, in whichever order their requests were sent.
  const [explained] = judged
    .flatMap(({ explainedBy }) => explainedBy ?? [])
    .toSorted((one, other) => (nameTrial(one) < nameTrial(other) ? -1 : 1));
  if (explained !== undefined)
    return {
      verdict: 'inconclusive',
      cause: `assumption:${explained.trial.rule}`,
      why: `inconclusive until ${nameTrial(explained)} is fixed: it shows the same failure`,
      notes: [],
    };
  return {
    verdict: 'held',
    notes: [
      flawed === 1
        ? '1 request failed once, and not when it was repeated'
        : `${flawed} requests failed once, and not when they were repeated`,
    ],
  };
}

const nameTrial = ({ trial }: Outcome): string => `${trial.rule} [${trial.subject.name}]`;

const createStopDoubt = ({ exchange: { method, path, n } }: Suspect): Pick<Outcome, 'verdict' | 'cause' | 'why'> => ({
  verdict: 'inconclusive',
  cause: 'no-answer',
  why: `the service stopped during ${method} ${path} (exchange ${n})`,
});

/** Repeats the case of a report. */
async function judgeReplay(work: PassiveWork, { operation, ...recipe }: ReplayedRecipe): Promise<Outcome[]> {
  const violation = await tryRecipe(operation, recipe, work);
  const held = { ...buildOutcomeHead(operation, work), verdict: 'held' as const, cases: 1 };
  return [violation ?? held];
}

type ReplayedRecipe = Recipe & { readonly operation: string };

/** A report is written by others: what is no recipe is ignored. */
function readRecipe(value: Json | undefined): ReplayedRecipe | undefined {
  if (!isObject(value) || typeof value.operation !== 'string' || !isObject(value.request)) return undefined;
  const { method, template, query } = value.request;
  const isRequest = [method, template, query].every((text) => typeof text === 'string');
  return isRequest && Array.isArray(value.before) ? (value as unknown as ReplayedRecipe) : undefined;
}

/** A suspect without the members that change by themselves; undefined where no other member changed. */
function settleEffect(suspect: Suspect, site: RunContext, findRoute: FindRoute): Suspect | undefined {
  const { effect, path } = suspect.exchange;
  if (effect?.kind !== 'changed') return suspect;
  const collection = site.model.collections.find(({ name }) => name === findRoute(path).collection);
  if (collection === undefined) return undefined;
  const { volatile = [] } = site.model.noise.get(collection.name) ?? {};
  const { withoutBookkeeping } = createJudgingTools(collection, volatile, site);
  const settle = (shown: Json): Json => withoutBookkeeping(shown) ?? null;
  const [before, after] = [settle(effect.before), settle(effect.after)];
  if (!isObject(after) || Object.keys(after).length === 0) return undefined;
  return { ...suspect, exchange: { ...suspect.exchange, effect: { ...effect, before, after } } };
}

/** Maximum number of requests that are sent again alone. */
const maxTries = 24;

/**
 * Sends the requests again that were under way when the service stopped, one after the other. Where one of them stops
 * it again, the other requests of the same times are not tried. `suspects` are requests that were under way then.
 */
async function judgeOutages(suspects: readonly Suspect[], work: PassiveWork): Promise<Judgement[]> {
  const { meter } = work.site;
  let open = sortByOutages(suspects, meter.outages.listOutages());
  const judged: Judgement[] = [];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [suspect] = open;
    if (suspect === undefined) break;
    const operation = nameOperation(suspect, work);
    const before = meter.outages.listOutages();
    const judgement = await trySuspect(operation, suspect, { ...work, begunAt: meter.spent() });
    judged.push(judgement);
    if (judgement.doubt?.cause === 'budget') break;
    open =
      judgement.violation === undefined
        ? open.filter((one) => one !== suspect)
        : open.filter((one) => !isExplained(one, operation, open, before, work));
  }
  return judged;
}

/** Whether a request of the operation was under way each time when this one was. */
function isExplained(
  { exchange }: Suspect,
  operation: string,
  open: readonly Suspect[],
  outages: readonly (readonly number[])[],
  work: PassiveWork,
): boolean {
  const numbers = new Set(open.filter((one) => nameOperation(one, work) === operation).map((one) => one.exchange.n));
  return outages.filter((all) => all.includes(exchange.n)).every((all) => all.some((n) => numbers.has(n)));
}

/** Requests that were alone under way come first, then those with the fewest others. */
function sortByOutages(suspects: readonly Suspect[], outages: readonly (readonly number[])[]): Suspect[] {
  const countCompany = ({ exchange }: Suspect) => outages.find((all) => all.includes(exchange.n))?.length ?? 0;
  return [...suspects].sort((one, other) => countCompany(one) - countCompany(other));
}

const nameOperation = ({ exchange: { method, path } }: Suspect, { findRoute }: PassiveWork): string =>
  `${method} ${findRoute(path).template}`;

/** What is known where the service stopped and no request stopped it again. */
function summarizeOutages(
  judged: readonly Judgement[],
  { site }: PassiveWork,
): Pick<Outcome, 'verdict' | 'cause' | 'why' | 'notes'> {
  const count = site.meter.outages.countOutages();
  const stopped = `the service stopped ${count === 1 ? 'once' : `${count} times`} during the run`;
  const doubt = judged.find((one) => one.doubt !== undefined)?.doubt;
  if (doubt !== undefined) return { verdict: 'inconclusive', ...doubt, why: `${stopped}; ${doubt.why}`, notes: [] };
  const tried = judged.length === 1 ? 'the request' : `none of the ${judged.length} requests`;
  const why =
    judged.length === 0
      ? `${stopped}; no request that was under way can be sent again`
      : `${stopped}; ${tried} that ${judged.length === 1 ? 'was under way did not stop' : 'were under way stopped'} it again when sent alone`;
  return { verdict: 'inconclusive', cause: 'not-reproduced', why, notes: [] };
}
