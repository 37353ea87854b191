import type { Outcome } from '../../model/result/outcome.js';
import { InconclusiveError } from '../../rule/finding.js';
import { getRule } from '../../rule/rules-by-id.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { confirmOutage } from '../outage/confirm-outage.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import { buildViolation, findRecurrence } from './build-violation.js';
import { type Confirming, confirmInMode, confirmRecipe, isStillFlawed } from './confirm-recipe.js';
import type { Suspect } from './exchange-log.js';
import type { PassiveWork } from './passive-work.js';
import { buildRecipe, type Recipe } from './recipe.js';
import { shrinkRecipe } from './shrink-recipe.js';

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
  const explainedBy = work.check.isOnlyIfRepeated
    ? findExplanation(operation, work)
    : findSameViolation(operation, suspects, work);
  if (explainedBy !== undefined) return { explainedBy };
  let doubt: Judgement['doubt'];
  const { meter } = work.site;
  const stops = meter.listOutages().length;
  const most = work.check.isAboutOthers ? maxTriesAmongOthers : maxTriesPerOperation;
  for (const suspect of suspects.slice(0, most)) {
    const said = await trySuspect(operation, suspect, work);
    if (said.violation !== undefined) return said;
    doubt = said.doubt ?? doubt;
    if (said.doubt?.cause === 'budget' || meter.listOutages().length > stops) break;
  }
  const violation = findRecurrence(operation, suspects, work);
  if (violation !== undefined) return { violation };
  if (work.check.isAboutEffects === true)
    doubt ??= { cause: 'not-reproduced', why: `${operation}: ${suspects[0]?.flaw}; it was not reproduced` };
  return doubt === undefined ? {} : { doubt };
}

/** Repeats one suspect. */
export async function trySuspect(operation: string, { exchange }: Suspect, work: PassiveWork): Promise<Judgement> {
  const { site, log, findRoute } = work;
  const reusing = new Set([...site.model.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name));
  const source = { findRoute, writes: log.listWrites(), collections: site.model.collections, reusing };
  const built = buildRecipe(exchange, source);
  const status = work.check.isAboutEffects === true ? exchange.answer?.status : undefined;
  const among = exchange.outside?.collection;
  const recipe = built && {
    ...built,
    ...(status !== undefined && { status }),
    ...(among !== undefined && { among }),
  };
  if (recipe === undefined)
    return { doubt: { cause: 'setup', why: `${operation} cannot be repeated safely (exchange ${exchange.n})` } };
  try {
    // The cleanup needs the service.
    if (site.meter.starts.isSpent()) throw new InconclusiveError('no-answer', 'the service stopped too often');
    const violation = await tryRecipe(operation, recipe, work);
    return violation === undefined ? {} : { violation };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    return { doubt: { cause: error.reason, why: `${operation} could not be repeated: ${error.why}` } };
  }
}

/** Finds a violated trial whose evidence shows the failure of the same operation. */
function findExplanation(operation: string, { outcomes, findRoute }: PassiveWork): Outcome | undefined {
  return outcomes.find(({ verdict, counterexample }) => {
    if (verdict !== 'violated') return false;
    return counterexample?.exchanges.some(({ request, answer, silence }) => {
      const isFailure = (answer?.status ?? 0) >= 500 || silence !== undefined;
      return isFailure && `${request.method} ${findRoute(request.url).template}` === operation;
    });
  });
}

/** Finds a violated trial of the same clause, or of one about the same, whose evidence shows a response of the same operation with the same status. */
function findSameViolation(
  operation: string,
  suspects: readonly Suspect[],
  { outcomes, findRoute, rule, check, site }: PassiveWork,
): Outcome | undefined {
  const statuses = new Set(suspects.map(({ exchange }) => exchange.answer?.status));
  return outcomes.find(
    ({ verdict, trial, counterexample }) =>
      verdict === 'violated' &&
      [rule.clause, ...(check.sharedClauses ?? [])].includes(getRule(site.rules, trial.rule).clause) &&
      counterexample?.exchanges.some(
        ({ request, answer }) =>
          statuses.has(answer?.status) && `${request.method} ${findRoute(request.url).template}` === operation,
      ),
  );
}

/** Confirms a recipe, shrinks it, and confirms the shrunk one. */
export async function tryRecipe(operation: string, recipe: Recipe, work: PassiveWork): Promise<Outcome | undefined> {
  const { site, check, passive, log, trial } = work;
  const ledger = site.runLedger.openScope();
  const confirming: Confirming = {
    site,
    ledger,
    writes: log.listWrites(),
    rule: trial.rule,
    check,
    passive,
    failureRate: log.computeFailureRate(),
    isFollowed: check.isAboutEffects,
  };
  const clean = () => cleanUp(ledger, site);
  try {
    const found = await (check.isAboutOutages ? confirmOutage : confirmRecipe)(recipe, confirming);
    if (found === undefined) return undefined;
    // Each smaller request could stop the service once more.
    if (check.isAboutOutages) return buildViolation(operation, found, work);
    await clean();
    const isSmallerFlawed = async (smaller: Recipe) => {
      // A smaller request that cannot be tried is not smaller.
      const isFlawed = await isStillFlawed(smaller, found.mode, confirming).catch(ifInconclusive(() => false));
      await clean();
      return isFlawed;
    };
    // A refusal for the rate of requests does not depend on the content.
    const shrunk = recipe.status === 429 ? recipe : await shrinkRecipe(recipe, isSmallerFlawed, chooseMaxTries(recipe));
    const again = shrunk === recipe ? undefined : await confirmInMode(shrunk, found.mode, confirming);
    return buildViolation(operation, again ?? found, work);
  } finally {
    await clean();
  }
}

/** Each try watches several new items where the flaw is what happens to them. */
const chooseMaxTries = ({ among }: Recipe): number | undefined => (among === undefined ? undefined : 8);
