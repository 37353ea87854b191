import type { ClauseCoverage, Result, Word } from '../../model/result/report.js';
import type { Level } from '../../rule/rule.js';

/** A clause of the convention as `suites/convention.md` states it. */
export interface Clause {
  readonly clause: string;
  readonly level: Level;
  readonly family: 'convention' | 'http';
  readonly sentence: string;
  readonly source: string;
  readonly why: string;
  readonly choices: readonly string[];
  /** Why nothing outside can observe it. */
  readonly untested?: string;
}

/** What the coverage of a clause is told from. */
export type Covered = Pick<Clause, 'clause' | 'sentence' | 'level' | 'source' | 'untested'>;

/** Worst first: what a clause is called when its rules disagree. */
const order: readonly Word[] = ['errored', 'violated', 'inconclusive', 'held', 'not-run', 'not-applicable'];

/** What became of each clause, in the order of the convention. */
export function coverage(clauses: readonly Covered[], results: readonly Result[]): ClauseCoverage[] {
  return clauses.map(({ clause, sentence, level, source, untested }) => {
    const own = results.filter((result) => result.clause === clause);
    const verdict = order.find((word) => own.some((result) => result.verdict === word)) ?? 'untested';
    const rules = [...new Set(own.map(({ rule }) => rule))];
    return { clause, sentence, level, source, verdict, rules, ...(untested && { untested }) };
  });
}
