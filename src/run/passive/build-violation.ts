import type { Json } from '../../model/json.js';
import type { Counterexample, Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { ConfirmedRecipe } from './confirm-recipe.js';
import type { Suspect } from './exchange-log.js';
import type { PassiveWork } from './passive-work.js';

/**
 * Some responses cannot be provoked again, such as 429. A flaw in every one of at least three of them is the same as one
 * that was reproduced.
 */
export function findRecurrence(operation: string, suspects: readonly Suspect[], work: PassiveWork) {
  const { check, log, trial } = work;
  const { concerned, flawed } = log.getSightings(trial.rule);
  // One of the suspects did it, and only a repetition shows which.
  if (check.isAboutOthers) return undefined;
  if (check.isAboutEffects)
    return buildRecurrence(
      operation,
      suspects.filter(({ exchange }) => exchange.effect?.isCertain),
      work,
    );
  return check.isOnlyIfRepeated || flawed < concerned ? undefined : buildRecurrence(operation, suspects, work);
}

function buildRecurrence(operation: string, suspects: readonly Suspect[], work: PassiveWork): Outcome | undefined {
  const { check, log, trial, site } = work;
  const { concerned, flawed } = log.getSightings(trial.rule);
  const [first] = suspects;
  if (first === undefined || suspects.length < minRecurrences) return undefined;
  const records = suspects.slice(0, minRecurrences).map(({ sent }) => site.client.getRecord(sent));
  return {
    ...buildOutcomeHead(operation, work),
    counterexample: {
      summary: `${operation}: ${first.flaw}`,
      expected: check.expected,
      actual: first.flaw,
      case: `${operation}, ${flawed} of ${concerned} responses`,
      exchanges: records,
      controls: [],
      seed: site.seed,
      seenAgain: `${flawed} of ${concerned}`,
    },
  };
}

const minRecurrences = 3;

/** The parts of an outcome that name the operation. */
export const buildOutcomeHead = (operation: string, work: PassiveWork) => ({
  trial: { ...work.trial, subject: nameSubject(operation, work.trial) },
  verdict: 'violated' as const,
  cases: work.log.getSightings(work.trial.rule).concerned,
  corners: 0,
  requests: countRequests(work),
  notes: [],
});

/** Number of requests of this rule so far. */
export const countRequests = ({ site, begunAt }: PassiveWork): number => site.meter.spent() - begunAt;

/** What a passive rule finds is named by its request, not by a check. */
const nameSubject = (operation: string, { subject }: Trial): Trial['subject'] =>
  ({ ...subject, name: operation }) as Trial['subject'];

export function buildViolation(operation: string, confirmed: ConfirmedRecipe, work: PassiveWork): Outcome {
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
