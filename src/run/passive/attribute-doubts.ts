import type { Outcome } from '../../model/result/outcome.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { RunContext } from '../run-context.js';
import { getSubjectCollection } from '../trial/case-context.js';
import { createRouteTable } from './route-table.js';

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
    if (!mayBeAttributed(outcome)) return outcome;
    const reason = failing.get(getSubjectCollection(outcome.trial.subject).name);
    if (reason === undefined) return outcome;
    const { rule } = reason.trial;
    const why = `inconclusive until "${getRule(site.rules, rule).title}" is fixed: ${reason.trial.subject.name}`;
    return { ...outcome, cause: `assumption:${rule}`, why };
  });
}

/** Whether failures of the service left an outcome undecided. */
export const mayBeAttributed = ({ verdict, undecided }: Outcome): boolean =>
  verdict === 'inconclusive' && undecided?.some(({ hasFailed }) => hasFailed) === true;
