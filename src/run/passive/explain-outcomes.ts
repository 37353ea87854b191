import { isObject, type Json } from '../../model/json.js';
import type { Outcome } from '../../model/result/outcome.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { RunContext } from '../run-context.js';
import { hasSharedCollection } from '../schedule/order-trials.js';
import { getSubjectCollection } from '../trial/case-context.js';
import { createRouteTable } from './route-table.js';

/** What may change an outcome at the end of the run: failures that left it undecided, or advice in its texts. */
export const findOpenQuestions = ({ verdict, why, notes, undecided }: Outcome) => ({
  isAboutFailures: verdict === 'inconclusive' && undecided?.some(({ hasFailed }) => hasFailed) === true,
  hasAdvice: JSON.stringify([why, notes, undecided]).includes('resources[].volatile'),
});

/**
 * Where a request of a collection fails each time, names that violation as the reason for outcomes that its failures left
 * undecided, in place of one response of many.
 */
export function attributeDoubts(
  outcomes: readonly Outcome[],
  violations: readonly Outcome[],
  site: Pick<RunContext, 'rules' | 'model' | 'baseUrl'>,
): Outcome[] {
  const findRoute = createRouteTable(site.model.collections, site.baseUrl);
  const failing = new Map<string, Outcome>();
  for (const violation of violations) {
    const { rule, subject } = violation.trial;
    if (violation.verdict !== 'violated' || getRule(site.rules, rule).observes?.isOnlyIfRepeated !== true) continue;
    failing.set(findRoute(subject.name.split(' ')[1] ?? '').collection, violation);
  }
  return outcomes.map((outcome) => {
    if (!findOpenQuestions(outcome).isAboutFailures) return outcome;
    const reason = failing.get(getSubjectCollection(outcome.trial.subject).name);
    if (reason === undefined) return outcome;
    const { rule } = reason.trial;
    const why = `inconclusive until "${getRule(site.rules, rule).title}" is fixed: ${reason.trial.subject.name}`;
    return { ...outcome, cause: `assumption:${rule}`, why };
  });
}

/** The advice for members that change by themselves, as rules end their reasons with it. */
const advicePattern = /; if (?:it changes by itself|so), name it in resources\[\]\.volatile/g;

/**
 * Takes back the advice to declare a member as volatile where its change is a violation: declared, the violation would be hidden.
 * A trial that waits for this member waits for that rule.
 */
export function withholdAdvice(outcomes: readonly Outcome[], rules: RulesById): Outcome[] {
  const violations = outcomes.filter(({ verdict }) => verdict === 'violated');
  return outcomes.map((outcome) => {
    if (!findOpenQuestions(outcome).hasAdvice) return outcome;
    const near = violations.filter(({ trial }) => hasSharedCollection(trial.subject, outcome.trial.subject));
    const find = (text: string) => near.find((one) => listChanged(one).some((name) => text.split(' ').includes(name)));
    const correct = (text: string): string => {
      const violation = find(text);
      const title = violation && getRule(rules, violation.trial.rule).title;
      return title === undefined ? text : text.replaceAll(advicePattern, `; "${title}" is violated for it`);
    };
    const reason = outcome.verdict === 'inconclusive' && outcome.why ? find(outcome.why) : undefined;
    const { undecided } = outcome;
    return {
      ...outcome,
      notes: outcome.notes.map(correct),
      ...(undecided && { undecided: undecided.map((one) => ({ ...one, why: correct(one.why) })) }),
      ...(reason && createAssumption(reason, rules)),
    };
  });
}

const createAssumption = ({ trial: { rule } }: Outcome, rules: RulesById): Pick<Outcome, 'cause' | 'why'> => ({
  cause: `assumption:${rule}`,
  why: `inconclusive until "${getRule(rules, rule).title}" is fixed`,
});

/** The members whose change the evidence of a violation shows. */
const listChanged = ({ counterexample }: Outcome): string[] =>
  [counterexample?.expected, counterexample?.actual].flatMap((side: Json | undefined) =>
    isObject(side) ? Object.keys(side).filter((name) => name.startsWith('/')) : [],
  );
