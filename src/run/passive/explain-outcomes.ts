import { isObject, type Json } from '../../model/json.js';
import type { Outcome } from '../../model/result/outcome.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { RunContext } from '../run-context.js';
import { hasSharedCollection } from '../schedule/order-trials.js';
import { getSubjectCollection } from '../trial/case-context.js';
import { createAssumption } from '../trial/trial-outcome.js';
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
    return { ...outcome, ...createAssumption(reason.trial, site.rules, '', `: ${reason.trial.subject.name}`) };
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
      ...(reason && createAssumption(reason.trial, rules)),
    };
  });
}

/** The members whose change the evidence of a violation shows. */
const listChanged = ({ counterexample }: Outcome): string[] =>
  [counterexample?.expected, counterexample?.actual].flatMap((side: Json | undefined) =>
    isObject(side) ? Object.keys(side).filter((name) => name.startsWith('/')) : [],
  );

/** Maximum number of other subjects that a note names. */
const maxNamed = 8;

/**
 * Keeps the first violation of each clause whose rules are reported once. It names the others, which are inconclusive until
 * the first one is fixed.
 */
export function reportOnce(outcomes: readonly Outcome[], rules: RulesById): Outcome[] {
  const firsts = new Map<string, Outcome>();
  const others = new Map<Outcome, Outcome>();
  for (const outcome of outcomes) {
    if (!mayBeReportedElsewhere(outcome, rules)) continue;
    const { clause } = getRule(rules, outcome.trial.rule);
    const first = firsts.get(clause);
    if (first === undefined) firsts.set(clause, outcome);
    else others.set(outcome, first);
  }
  return outcomes.map((outcome) => {
    const { counterexample: _, ...rest } = outcome;
    const first = others.get(outcome)?.trial;
    if (first !== undefined)
      return { ...rest, ...createAssumption(first, rules, ` [${first.subject.name}]`, ': it is violated here, too') };
    const same = [...others].flatMap(([other, of]) => (of === outcome ? [describe(other, rules)] : []));
    return same.length === 0 ? outcome : { ...outcome, notes: [...outcome.notes, `the same: ${joinSome(same)}`] };
  });
}

/** Whether another violation may stand for this one. */
export const mayBeReportedElsewhere = ({ verdict, trial }: Outcome, rules: RulesById): boolean =>
  verdict === 'violated' && getRule(rules, trial.rule).isReportedOnce === true;

const describe = ({ trial }: Outcome, rules: RulesById): string =>
  `${getRule(rules, trial.rule).otherwise} [${trial.subject.name}]`;

const joinSome = (all: readonly string[]): string =>
  all.slice(0, maxNamed).join('; ') + (all.length > maxNamed ? '; …' : '');
