import type { Clause } from '../../model/result/clause.js';
import type { ClauseCoverage, Result, Verdict } from '../../model/result/report.js';

export type CoveredClause = Pick<Clause, 'clause' | 'sentence' | 'level' | 'source' | 'untested' | 'fix'> &
  Partial<Pick<Clause, 'why'>>;

/** Most severe first: the verdict of several that differ. */
export const verdictOrder: readonly Verdict[] = [
  'errored',
  'violated',
  'inconclusive',
  'held',
  'not-run',
  'not-applicable',
];

/** Returns the verdict of each clause, in the order of the convention. */
export function computeCoverage(clauses: readonly CoveredClause[], results: readonly Result[]): ClauseCoverage[] {
  return clauses.map(({ clause, sentence, level, source, untested, why, fix }) => {
    const own = results.filter((result) => result.clause === clause);
    const verdict = verdictOrder.find((word) => own.some((result) => result.verdict === word)) ?? 'untested';
    const rules = [...new Set(own.map(({ rule }) => rule))];
    const advice = { ...(untested && { untested }), ...(why && { why }), ...(fix && { fix }) };
    return { clause, sentence, level, source, verdict, rules, ...advice };
  });
}
