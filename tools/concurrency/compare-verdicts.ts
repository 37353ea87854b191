import type { Result } from '../../src/model/result/report.js';

/** What one audit of a service showed. */
export type Verdicts = readonly Pick<Result, 'rule' | 'subject' | 'verdict'>[];

/** How the verdicts of an audit with several checks at a time differ from those with one at a time. */
export interface VerdictDifference {
  /** Rules that were violated only with one, and only with several. */
  readonly missed: readonly string[];
  readonly added: readonly string[];
  /** Checks that held with one at a time, and those of them that were undecided with several. */
  readonly held: number;
  readonly undecided: readonly string[];
  /** Checks that ended with an error of the kit in one of the audits. */
  readonly errored: readonly string[];
}

/** Compares the verdicts of two audits of equal services: one check at a time, and several. */
export function compareVerdicts(one: Verdicts, several: Verdicts): VerdictDifference {
  const [before, after] = [one, several].map(listViolated) as [string[], string[]];
  const verdicts = new Map(several.map((result) => [nameCheck(result), result.verdict]));
  const held = one.filter(({ verdict }) => verdict === 'held').map(nameCheck);
  return {
    missed: before.filter((rule) => !after.includes(rule)),
    added: after.filter((rule) => !before.includes(rule)),
    held: held.length,
    undecided: held.filter((name) => verdicts.get(name) === 'inconclusive'),
    errored: [...one, ...several].filter(({ verdict }) => verdict === 'errored').map(nameCheck),
  };
}

const nameCheck = ({ rule, subject }: Verdicts[number]): string => `${rule}@${subject}`;

const listViolated = (results: Verdicts): string[] => [
  ...new Set(results.flatMap(({ rule, verdict }) => (verdict === 'violated' ? rule : []))),
];
