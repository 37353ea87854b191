import { type Json, readJson } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Cause } from '../../model/result/cause.js';
import type { Counterexample, Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { isInvalidObject } from '../others/earned-content.js';
import { confirmOutage } from '../outage/confirm-outage.js';
import type { RunContext } from '../run-context.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import {
  type ConfirmedRecipe,
  type Confirming,
  confirmInMode,
  confirmRecipe,
  isStillFlawed,
} from './confirm-recipe.js';
import type { ExchangeLog, Suspect } from './exchange-log.js';
import { buildRecipe, type Recipe } from './recipe.js';
import type { FindRoute } from './route-table.js';
import { shrinkRecipe } from './shrink-recipe.js';

/** What passive rules are judged with. */
export interface KnownExchanges {
  readonly log: ExchangeLog;
  readonly outcomes: readonly Outcome[];
  readonly findRoute: FindRoute;
}

export interface PassiveWork extends KnownExchanges, Pick<Confirming, 'check' | 'site' | 'passive'> {
  readonly trial: Trial;
  readonly rule: Rule;
  /** Number of requests before. */
  readonly begunAt: number;
}

/** Maximum number of suspects that are repeated for one operation. */
const maxTriesPerOperation = 4;
/** The same where most suspects are innocent. */
const maxTriesAmongOthers = 2;

/** What was found out about the suspects of one operation. */
export interface Judgement {
  readonly violation?: Outcome;
  /** A violated trial that shows the same failure already. */
  readonly explainedBy?: Outcome;
  readonly doubt?: Pick<Outcome, 'cause' | 'why'>;
}

/** Repeats the suspects of one operation until one shows its flaw again. */
export async function judgeOperation(operation: string, suspects: readonly Suspect[], work: PassiveWork) {
  const explainedBy = findExplanation(operation, suspects, work);
  if (explainedBy !== undefined) return { explainedBy };
  let doubt: Judgement['doubt'];
  const { meter } = work.site;
  const stops = meter.outages.countOutages();
  const most = work.check.isAboutOthers ? maxTriesAmongOthers : maxTriesPerOperation;
  for (const suspect of suspects.slice(0, most)) {
    const said = await trySuspect(operation, suspect, work);
    if (said.violation !== undefined) return said;
    doubt = said.doubt ?? doubt;
    if (said.doubt?.cause === 'budget' || meter.outages.countOutages() > stops) break;
  }
  const violation = findRecurrence(operation, suspects, work);
  if (violation !== undefined) return { violation };
  if (work.check.isAboutEffects === true)
    doubt ??= { cause: 'not-reproduced', why: `${operation}: ${suspects[0]?.flaw}; it was not reproduced` };
  return doubt === undefined ? {} : { doubt };
}

export async function trySuspect(operation: string, { exchange }: Suspect, work: PassiveWork): Promise<Judgement> {
  const { site, log, findRoute } = work;
  const reusing = new Set([...site.model.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name));
  const source = { findRoute, writes: log.listWrites(), collections: site.model.collections, reusing };
  const built = buildRecipe(exchange, source);
  if (built === undefined)
    return { doubt: { cause: 'setup', why: `${operation} cannot be repeated safely (exchange ${exchange.n})` } };
  const isKept = work.check.isAboutEffects === true || exchange.answer?.status === 429;
  const status = isKept ? exchange.answer?.status : undefined;
  const among = exchange.outside?.collection;
  const recipe = { ...built, ...(status !== undefined && { status }), ...(among !== undefined && { among }) };
  const doubt = (cause: Cause, why: string) => ({
    doubt: { cause, why: `${operation} could not be repeated: ${why}` },
  });
  // The cleanup needs the service.
  if (site.meter.starts.isSpent()) return doubt('no-answer', 'the service stopped too often');
  return tryRecipe(operation, recipe, work, isRefusedCreation(exchange, recipe, site)).then(
    (violation) => (violation === undefined ? {} : { violation }),
    ifInconclusive(({ reason, why }) => doubt(reason, why)),
  );
}

/**
 * Finds a violated trial whose evidence shows the same of this operation: a failure, or, for other promises, a response with the
 * status of a suspect, where the trial is of the same clause or of one about the same.
 */
function findExplanation(operation: string, suspects: readonly Suspect[], work: PassiveWork): Outcome | undefined {
  const { outcomes, findRoute, rule, check, site } = work;
  const clauses = [rule.clause, ...(check.sharedClauses ?? [])];
  const statuses = new Set(suspects.map(({ exchange }) => exchange.answer?.status));
  return outcomes.find(({ verdict, trial, counterexample }) => {
    if (verdict !== 'violated') return false;
    if (!check.isOnlyIfRepeated && !clauses.includes(getRule(site.rules, trial.rule).clause)) return false;
    return counterexample?.exchanges.some(({ request, answer, silence }) => {
      const isFailure = (answer?.status ?? 0) >= 500 || silence !== undefined;
      const isSame = check.isOnlyIfRepeated ? isFailure : statuses.has(answer?.status);
      return isSame && `${request.method} ${findRoute(request.url).template}` === operation;
    });
  });
}

/** Whether a creation was refused, or failed with content that its schema forbids. */
function isRefusedCreation({ answer, content }: ObservedExchange, { on, collection: name }: Recipe, site: RunContext) {
  const collection = site.model.collections.find((one) => one.name === name);
  if (on !== 'collection' || collection === undefined || answer === undefined || answer.status < 400) return false;
  return answer.status < 500 || isInvalidObject(collection, 'POST', readJson(content), site.document);
}

/** Confirms a recipe, shrinks it, and confirms the shrunk one; `isRefused` says that the request should create nothing. */
export async function tryRecipe(
  operation: string,
  recipe: Recipe,
  work: PassiveWork,
  isRefused = false,
): Promise<Outcome | undefined> {
  const { site, check, log, trial } = work;
  const ledger = site.runLedger.openScope();
  const confirming: Confirming = {
    ...work,
    ledger,
    writes: log.listWrites(),
    rule: trial.rule,
    failureRate: log.computeFailureRate(),
    isFollowed: check.isAboutEffects,
    // What it left behind is compared with what a valid creation leaves behind.
    isRefused: isRefused && check.isAboutEffects !== true,
  };
  // A smaller creation may be accepted.
  const shrinking: Confirming = { ...confirming, isRefused: false };
  const clean = () => cleanUp(ledger, site);
  try {
    const found = await (check.isAboutOutages ? confirmOutage : confirmRecipe)(recipe, confirming);
    if (found === undefined) return undefined;
    // Each smaller request could stop the service once more.
    if (check.isAboutOutages) return buildViolation(operation, found, work);
    await clean();
    const isSmallerFlawed = async (smaller: Recipe) => {
      // A smaller request that cannot be tried is not smaller.
      const isFlawed = await isStillFlawed(smaller, found.mode, shrinking).catch(ifInconclusive(() => false));
      await clean();
      return isFlawed;
    };
    // Each try watches several new items where the flaw is what happens to them.
    const mostTries = recipe.among === undefined ? undefined : 8;
    // A refusal for the rate of requests does not depend on the content.
    const shrunk = recipe.status === 429 ? recipe : await shrinkRecipe(recipe, isSmallerFlawed, mostTries);
    // What is confirmed stays so where the limits end what would show it smaller.
    const confirmShrunk = () => confirmInMode(shrunk, found.mode, confirming).catch(ifInconclusive(() => undefined));
    const again = shrunk === recipe ? undefined : await confirmShrunk();
    return buildViolation(operation, again ?? found, work);
  } finally {
    await clean();
  }
}

const minRecurrences = 3;

/**
 * Some responses cannot be provoked again, such as 429. A flaw in every one of at least three of them is the same as one
 * that was reproduced.
 */
function findRecurrence(operation: string, suspects: readonly Suspect[], work: PassiveWork): Outcome | undefined {
  const { check, log, trial, site } = work;
  const { concerned, flawed } = log.getSightings(trial.rule);
  // One of the suspects did it, and only a repetition shows which.
  if (check.isAboutOthers) return undefined;
  if (!check.isAboutEffects && (check.isOnlyIfRepeated || flawed < concerned)) return undefined;
  const certain = check.isAboutEffects ? suspects.filter(({ exchange }) => exchange.effect?.isCertain) : suspects;
  const [first] = certain;
  if (first === undefined || certain.length < minRecurrences) return undefined;
  const counterexample: Counterexample = {
    summary: `${operation}: ${first.flaw}`,
    expected: check.expected,
    actual: first.flaw,
    case: `${operation}, ${flawed} of ${concerned} responses`,
    exchanges: certain.slice(0, minRecurrences).map(({ sent }) => site.client.getRecord(sent)),
    controls: [],
    seed: site.seed,
    seenAgain: `${flawed} of ${concerned}`,
  };
  return { ...buildOutcomeHead(operation, work), counterexample };
}

/** The parts of an outcome that name the operation: what a passive rule finds is named by its request, not by a check. */
export const buildOutcomeHead = (operation: string, work: PassiveWork) => ({
  trial: { ...work.trial, subject: { ...work.trial.subject, name: operation } as Trial['subject'] },
  verdict: 'violated' as const,
  cases: work.log.getSightings(work.trial.rule).concerned,
  corners: 0,
  requests: countRequests(work),
  notes: [],
});

/** Number of requests of this rule so far. */
export const countRequests = ({ site, begunAt }: PassiveWork): number => site.meter.spent() - begunAt;

function buildViolation(operation: string, confirmed: ConfirmedRecipe, work: PassiveWork): Outcome {
  const { recipe, attempt, flaw, controls, times } = confirmed;
  const { site, rule, check } = work;
  const hide = <T extends Json>(json: T): T => site.client.redactJson(json, attempt.seen);
  const shown = attempt.shows?.map(({ n }) => n);
  const treatments = attempt.seen.filter(({ n, role }) => shown?.includes(n) ?? role !== 'control');
  const counterexample: Counterexample = {
    summary: rule.otherwise,
    expected: check.expected,
    actual: hide(check.isOnlyIfRepeated ? `${flaw} each of ${times} times` : flaw),
    case: hide(JSON.parse(JSON.stringify({ operation, ...recipe }))),
    exchanges: treatments.map((exchange) => site.client.getRecord(exchange)),
    controls: [...controls, ...attempt.seen.filter((one) => !treatments.includes(one)).map(({ n }) => n)],
    seed: site.seed,
    seenAgain: `${times} of ${times}`,
  };
  return { ...buildOutcomeHead(operation, work), counterexample };
}
