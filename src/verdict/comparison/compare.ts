import { isDecided } from '../../model/result/findings.js';
import { isFailing } from '../../model/result/gate-policy.js';
import type { Report, Result } from '../../model/result/report.js';
import { isSimilarValue } from './value-likeness.js';

/** How the result of one rule and subject changed between two reports. */
export type Change =
  | 'new'
  | 'changed'
  | 'still'
  | 'fixed'
  | 'newly undecided'
  | 'newly decided'
  | 'no longer checked'
  | 'newly checked';

/** One rule and subject whose results differ, or which is violated in both reports. */
export interface Difference {
  readonly change: Change;
  readonly before?: Result;
  readonly after?: Result;
}

/** The comparison of two reports. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Number of rules and subjects with the same verdict, not violated. */
  readonly same: number;
  /** Why the comparison fails; empty if it passes. */
  readonly reasons: readonly string[];
}

/** Compares two reports by rule and subject. With `strict`, it also fails for what fails a strict run, and for lost verdicts. */
export function compare(before: Report, after: Report, strict: boolean): Comparison {
  const [old, now] = [indexResults(before), indexResults(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const pairs = keys.map((key) => [old.get(key), now.get(key)] as const);
  const differences = pairs.flatMap(([one, other]) => findDifference(one, other));
  return {
    differences,
    same: pairs.length - differences.length,
    reasons: differences.filter((difference) => isFailingDifference(difference, strict)).map(describeReason),
  };
}

const indexResults = ({ results }: Report): Map<string, Result> =>
  new Map(results.map((result) => [`${result.rule} ${result.subject}`, result]));

function findDifference(before: Result | undefined, after: Result | undefined): Difference[] {
  const change = findChange(before, after);
  return change === undefined ? [] : [{ change, ...(before && { before }), ...(after && { after }) }];
}

/** What a result says: not checked, checked without a verdict, or a verdict. */
type ResultState = 'unseen' | 'undecided' | 'held' | 'violated';

const statesByVerdict: Readonly<Record<Result['verdict'], ResultState>> = {
  held: 'held',
  violated: 'violated',
  inconclusive: 'undecided',
  errored: 'undecided',
  'not-applicable': 'unseen',
  'not-run': 'unseen',
};

const getResultState = (result: Result | undefined): ResultState =>
  result ? statesByVerdict[result.verdict] : 'unseen';

function findChange(before: Result | undefined, after: Result | undefined): Change | undefined {
  const [old, now] = [getResultState(before), getResultState(after)];
  if (now === 'violated') return old === 'violated' ? compareViolations(before, after) : 'new';
  if (old === now) return undefined;
  if (now === 'unseen') return 'no longer checked';
  if (now === 'undecided') return old === 'unseen' ? 'newly checked' : 'newly undecided';
  if (old === 'violated') return 'fixed';
  return old === 'unseen' ? 'newly checked' : 'newly decided';
}

/** Runs generate different values, so the same failure has different texts: only another kind of failure is a change. */
const compareViolations = (before: Result | undefined, after: Result | undefined): Change =>
  isSimilarValue(before?.evidence?.summary, after?.evidence?.summary) ? 'still' : 'changed';

function isFailingDifference({ change, before, after }: Difference, strict: boolean): boolean {
  if (change === 'new') return after !== undefined && after.waived === undefined && isFailing(after, { strict });
  const isLost =
    before !== undefined && isDecided(before) && (change === 'newly undecided' || change === 'no longer checked');
  return strict && isLost && isFailing({ ...before, verdict: 'violated' }, { strict: false });
}

const describeReason = ({ change, before, after }: Difference): string => {
  const { level = '', rule = '', subject = '', evidence, title } = after ?? before ?? {};
  return `${change} ${change === 'new' ? 'violated ' : ''}${level}: ${evidence?.summary ?? title} [${subject}] (${rule})`;
};
