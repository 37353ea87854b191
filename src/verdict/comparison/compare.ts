import type { Report, Result } from '../../model/result/report.js';
import { isFailing } from '../gate.js';
import { isSimilarValue } from './value-likeness.js';

/** What became of one rule and subject from one report to another. */
export type Change =
  | 'new'
  | 'changed'
  | 'still'
  | 'fixed'
  | 'newly undecided'
  | 'newly decided'
  | 'no longer looked at'
  | 'newly looked at';

/** One rule and subject of which the two reports do not say the same, or which is violated in both. */
export interface Difference {
  readonly change: Change;
  readonly before?: Result;
  readonly after?: Result;
}

/** Two reports side by side. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** How many rules and subjects are the same, and not violated. */
  readonly same: number;
  /** Why the gate is closed; it is open when there is none. */
  readonly reasons: readonly string[];
}

/** Compares two reports by rule and subject. With `strict`, it is closed by what closes a strict gate, and by what is no longer known. */
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

/** What can be said of a result: nothing was tried, nothing could be told, or it is decided. */
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
  if (now === 'unseen') return 'no longer looked at';
  if (now === 'undecided') return old === 'unseen' ? 'newly looked at' : 'newly undecided';
  if (old === 'violated') return 'fixed';
  return old === 'unseen' ? 'newly looked at' : 'newly decided';
}

/** Runs draw other values, and the same failure is told with other ones: only another accusation is a change. */
const compareViolations = (before: Result | undefined, after: Result | undefined): Change =>
  isSimilarValue(before?.evidence?.summary, after?.evidence?.summary) ? 'still' : 'changed';

function isFailingDifference({ change, before, after }: Difference, strict: boolean): boolean {
  if (change === 'new') return after !== undefined && after.waived === undefined && isFailing(after, strict);
  const wasDecided = before?.verdict === 'held' || before?.verdict === 'violated';
  const isLost = wasDecided && (change === 'newly undecided' || change === 'no longer looked at');
  return strict && isLost && isFailing({ ...before, verdict: 'violated' }, false);
}

const describeReason = ({ change, before, after }: Difference): string => {
  const { level = '', rule = '', subject = '', evidence, title } = after ?? before ?? {};
  return `${change} ${change === 'new' ? 'violated ' : ''}${level}: ${evidence?.summary ?? title} [${subject}] (${rule})`;
};
