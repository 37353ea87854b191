import type { Outcome } from '../model/result/outcome.js';
import { getRule, type RulesById } from '../rule/rules-by-id.js';

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
    const first = others.get(outcome);
    if (first !== undefined) return createAssumption(outcome, first, rules);
    const same = [...others].flatMap(([other, of]) => (of === outcome ? [describe(other, rules)] : []));
    return same.length === 0 ? outcome : { ...outcome, notes: [...outcome.notes, `the same: ${joinSome(same)}`] };
  });
}

/** Whether another violation may stand for this one. */
export const mayBeReportedElsewhere = ({ verdict, trial }: Outcome, rules: RulesById): boolean =>
  verdict === 'violated' && getRule(rules, trial.rule).isReportedOnce === true;

function createAssumption(outcome: Outcome, { trial }: Outcome, rules: RulesById): Outcome {
  const { counterexample: _, ...rest } = outcome;
  const why = `inconclusive until "${getRule(rules, trial.rule).title}" [${trial.subject.name}] is fixed: it is violated here, too`;
  return { ...rest, verdict: 'inconclusive', cause: `assumption:${trial.rule}`, why };
}

const describe = ({ trial }: Outcome, rules: RulesById): string =>
  `${getRule(rules, trial.rule).otherwise} [${trial.subject.name}]`;

const joinSome = (all: readonly string[]): string =>
  all.slice(0, maxNamed).join('; ') + (all.length > maxNamed ? '; …' : '');
