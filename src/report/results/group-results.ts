import type { ClauseCoverage, Report, Result, Verdict } from '../../model/result/report.js';
import { describeReason, verdictWords } from '../text/report-words.js';

/** Results that were not looked at for one and the same reason. */
export interface UncheckedGroup {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly enable: string | undefined;
  readonly results: readonly Result[];
}

/** The suite of a rule: the first segment of its id. */
export const getSuite = ({ rule }: Result): string => rule.split('/')[0] ?? rule;

/** Results by suite, in the order in which the suites first appear. */
export const groupBySuite = (results: readonly Result[]): Map<string, Result[]> => groupBy(results, getSuite);

/** How often each word was said. */
export const countVerdicts = (results: readonly Result[]): Record<Verdict, number> =>
  Object.fromEntries(
    verdictWords.map((word) => [word, results.filter(({ verdict }) => verdict === word).length]),
  ) as Record<Verdict, number>;

/** Results with this verdict. */
export const filterByVerdict = ({ results }: Report, word: Verdict): Result[] =>
  results.filter(({ verdict }) => verdict === word);

/** What was not looked at, grouped by why. */
export function groupUncheckedByReason(report: Report): UncheckedGroup[] {
  const unseen = [...filterByVerdict(report, 'not-applicable'), ...filterByVerdict(report, 'not-run')];
  const groups = groupBy(unseen, (result) => JSON.stringify([result.verdict, describeReason(result), result.enable]));
  return [...groups.values()].flatMap((results) =>
    results.slice(0, 1).map((first) => createUncheckedGroup(first, results)),
  );
}

/** Clauses that no rule tests. */
export const listUntestedClauses = ({ coverage }: Report): ClauseCoverage[] =>
  coverage.clauses.filter(({ verdict }) => verdict === 'untested');

/** The clause a result is about, when the report holds it. */
export const findClause = ({ coverage }: Report, { clause }: Result): ClauseCoverage | undefined =>
  coverage.clauses.find((covered) => covered.clause === clause);

/** What rules noted beside their verdicts. */
export function listNotes({ results }: Report): string[] {
  const notes = new Map<string, { readonly rule: string; readonly note: string; readonly subjects: Set<string> }>();
  for (const { rule, subject, notes: own = [] } of results)
    for (const note of own) {
      const key = JSON.stringify([rule, note]);
      const known = notes.get(key) ?? { rule, note, subjects: new Set<string>() };
      notes.set(key, known);
      known.subjects.add(subject);
    }
  return [...notes.values()].map(({ rule, note, subjects }) => `${rule} [${joinNames([...subjects])}]: ${note}`);
}

/** Subjects that are named beside what is noted of all of them. */
const maxNamed = 5;

const joinNames = (subjects: readonly string[]): string =>
  subjects.length > maxNamed
    ? `${subjects.slice(0, maxNamed).join(', ')} and ${subjects.length - maxNamed} more`
    : subjects.join(', ');

/** Whether a result closes the gate by itself, and so must turn a test red. */
export function isBlocking(result: Result, { run }: Pick<Report, 'run'>): boolean {
  if (result.verdict !== 'violated' || result.waived || result.stage === 'provisional') return false;
  if (result.level === 'MUST') return result.family === 'convention' || run.strict;
  return result.level === 'SHOULD' && run.strict;
}

const createUncheckedGroup = (first: Result, results: readonly Result[]): UncheckedGroup => ({
  verdict: first.verdict,
  reason: describeReason(first),
  enable: first.enable,
  results,
});

function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
