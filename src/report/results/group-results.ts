import { isFailing } from '../../model/result/gate-policy.js';
import type { ClauseCoverage, Report, Result, Verdict } from '../../model/result/report.js';
import { groupBy } from '../../model/values/group-by.js';
import { joinNames } from '../../model/values/join-names.js';
import { describeReason, verdictWords } from '../text/report-words.js';

export interface UncheckedGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly enable: string | undefined;
  readonly results: readonly Result[];
}

export const getSuite = ({ rule }: Result): string => rule.split('/')[0] ?? rule;

/** Groups results by suite, in the order in which the suites first appear. */
export const groupBySuite = (results: readonly Result[]): Map<string, Result[]> => groupBy(results, getSuite);

/** Counts each verdict: `1 violated, 5 held`. */
export function describeCounts(report: Report): string {
  const counts = verdictWords.map((word) => ({ word, count: filterByVerdict(report, word).length }));
  const shown = counts.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`);
  return shown.join(', ') || 'no rule was checked';
}

export const filterByVerdict = ({ results }: Report, word: Verdict): Result[] =>
  results.filter(({ verdict }) => verdict === word);

/** Groups the results that were not checked, by reason. */
export function groupUncheckedByReason(report: Report): UncheckedGroup[] {
  const unseen = [...filterByVerdict(report, 'not-applicable'), ...filterByVerdict(report, 'not-run')];
  const groups = groupBy(unseen, (result) => JSON.stringify([result.verdict, describeReason(result), result.enable]));
  return [...groups.values()].flatMap((results) =>
    results.slice(0, 1).map((first) => ({
      verdict: first.verdict,
      reason: describeReason(first),
      enable: first.enable,
      results,
    })),
  );
}

export const listUntestedClauses = ({ coverage }: Report): ClauseCoverage[] =>
  coverage.clauses.filter(({ verdict }) => verdict === 'untested');

/** The clause of a result, if the report contains it. */
export const findClause = ({ coverage }: Report, { clause }: Result): ClauseCoverage | undefined =>
  coverage.clauses.find((covered) => covered.clause === clause);

/** Notes of rules, in addition to their verdicts. */
export function listNotes({ results }: Report): string[] {
  const notes = new Map<string, { readonly rule: string; readonly note: string; readonly subjects: Set<string> }>();
  for (const { rule, subject, notes: own = [] } of results)
    for (const note of own) {
      const key = JSON.stringify([rule, note]);
      const known = notes.get(key) ?? { rule, note, subjects: new Set<string>() };
      notes.set(key, known);
      known.subjects.add(subject);
    }
  return [...notes.values()].map(
    ({ rule, note, subjects }) => `${rule} [${joinNames([...subjects], maxNamed)}]: ${note}`,
  );
}

const maxNamed = 5;

/** Whether a result fails the run by itself, and so must fail a test. */
export const isBlocking = (result: Result, { run }: Pick<Report, 'run'>): boolean =>
  result.verdict === 'violated' && !result.waived && isFailing(result, run);
