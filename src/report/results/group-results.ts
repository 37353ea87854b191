import type { ClauseCoverage, Report, Result, Word } from '../../model/result/report.js';
import { reason, words } from '../text/report-words.js';

/** Results that were not looked at for one and the same reason. */
export interface Unseen {
  readonly verdict: Word;
  readonly reason: string;
  readonly enable: string | undefined;
  readonly results: readonly Result[];
}

/** The suite of a rule: the first segment of its id. */
export const suiteOf = ({ rule }: Result): string => rule.split('/')[0] ?? rule;

/** Results by suite, in the order in which the suites first appear. */
export const bySuite = (results: readonly Result[]): Map<string, Result[]> => grouped(results, suiteOf);

/** How often each word was said. */
export const tally = (results: readonly Result[]): Record<Word, number> =>
  Object.fromEntries(words.map((word) => [word, results.filter(({ verdict }) => verdict === word).length])) as Record<
    Word,
    number
  >;

/** Results with this verdict. */
export const withVerdict = ({ results }: Report, word: Word): Result[] =>
  results.filter(({ verdict }) => verdict === word);

/** What was not looked at, grouped by why. */
export function unseenByReason(report: Report): Unseen[] {
  const unseen = [...withVerdict(report, 'not-applicable'), ...withVerdict(report, 'not-run')];
  const groups = grouped(unseen, (result) => JSON.stringify([result.verdict, reason(result), result.enable]));
  return [...groups.values()].flatMap((results) => results.slice(0, 1).map((first) => unseenAs(first, results)));
}

/** Clauses that no rule tests. */
export const untestedClauses = ({ coverage }: Report): ClauseCoverage[] =>
  coverage.clauses.filter(({ verdict }) => verdict === 'untested');

/** The clause a result is about, when the report holds it. */
export const clauseOf = ({ coverage }: Report, { clause }: Result): ClauseCoverage | undefined =>
  coverage.clauses.find((covered) => covered.clause === clause);

/** What rules noted beside their verdicts. */
export function notesOf({ results }: Report): string[] {
  const notes = new Map<string, { readonly rule: string; readonly note: string; readonly subjects: Set<string> }>();
  for (const { rule, subject, notes: own = [] } of results)
    for (const note of own) {
      const key = JSON.stringify([rule, note]);
      const known = notes.get(key) ?? { rule, note, subjects: new Set<string>() };
      notes.set(key, known);
      known.subjects.add(subject);
    }
  return [...notes.values()].map(({ rule, note, subjects }) => `${rule} [${namedIn([...subjects])}]: ${note}`);
}

/** Subjects that are named beside what is noted of all of them. */
const mostNamed = 5;

const namedIn = (subjects: readonly string[]): string =>
  subjects.length > mostNamed
    ? `${subjects.slice(0, mostNamed).join(', ')} and ${subjects.length - mostNamed} more`
    : subjects.join(', ');

/** Whether a result closes the gate by itself, and so must turn a test red. */
export function isBlocking(result: Result, { run }: Pick<Report, 'run'>): boolean {
  if (result.verdict !== 'violated' || result.waived || result.stage === 'provisional') return false;
  if (result.level === 'MUST') return result.family === 'convention' || run.strict;
  return result.level === 'SHOULD' && run.strict;
}

const unseenAs = (first: Result, results: readonly Result[]): Unseen => ({
  verdict: first.verdict,
  reason: reason(first),
  enable: first.enable,
  results,
});

function grouped<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
