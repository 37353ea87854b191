import type { Result } from '../../src/model/result/report.js';

type Decided = Pick<Result, 'rule' | 'subject' | 'verdict' | 'cause'>;

/** What the results of a correct service in a world say, beside those of the same service in the calm world. */
export interface CorrectServiceJudgement {
  /** Violations and errors, of which there should be none. */
  readonly violations: readonly string[];
  /** Percent of what is held in the calm world that is held in this one. */
  readonly heldPercent: number;
  /** Why the rest is not, with counts. */
  readonly causes: Readonly<Record<string, number>>;
}

/** Judges the results of a correct service in a world. */
export function judgeCorrectService(results: readonly Result[], calm: readonly Decided[]): CorrectServiceJudgement {
  const expected = calm.filter(({ verdict }) => verdict === 'held').map((was) => findCounterpart(results, was));
  const undecided = expected.filter(({ verdict }) => verdict !== 'held');
  return {
    violations: results.filter(({ verdict }) => verdict === 'violated' || verdict === 'errored').map(describeResult),
    heldPercent: computePercent(expected.length - undecided.length, expected.length),
    causes: countWords(undecided.map(({ verdict, cause }) => cause ?? verdict)),
  };
}

/** A result in one line. */
export const describeResult = ({ rule, subject, verdict, cause, why, evidence }: Result): string =>
  `${rule} [${subject}] ${verdict}: ${evidence?.summary ?? why ?? cause ?? ''}`;

/** The share in whole percent, rounded down; all of it where there is nothing to share. */
export const computePercent = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.floor((100 * part) / whole);

const findCounterpart = (results: readonly Decided[], { rule, subject }: Decided): Decided =>
  results.find((one) => one.rule === rule && one.subject === subject) ?? { rule, subject, verdict: 'not-run' };

function countWords(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, one], [, other]) => other - one));
}
