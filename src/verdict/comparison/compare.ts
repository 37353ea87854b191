import type { Report, Result } from '../../model/result/report.js';
import { isClosing } from '../gate.js';
import { isAlike } from './value-likeness.js';

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
  const [old, now] = [byKey(before), byKey(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const pairs = keys.map((key) => [old.get(key), now.get(key)] as const);
  const differences = pairs.flatMap(([one, other]) => differenceOf(one, other));
  return {
    differences,
    same: pairs.length - differences.length,
    reasons: differences.filter((difference) => isGrave(difference, strict)).map(reasonOf),
  };
}

const byKey = ({ results }: Report): Map<string, Result> =>
  new Map(results.map((result) => [`${result.rule} ${result.subject}`, result]));

function differenceOf(before: Result | undefined, after: Result | undefined): Difference[] {
  const change = changeOf(before, after);
  return change === undefined ? [] : [{ change, ...(before && { before }), ...(after && { after }) }];
}

/** What can be said of a result: nothing was tried, nothing could be told, or it is decided. */
type Standing = 'unseen' | 'undecided' | 'held' | 'violated';

const standings: Readonly<Record<Result['verdict'], Standing>> = {
  held: 'held',
  violated: 'violated',
  inconclusive: 'undecided',
  errored: 'undecided',
  'not-applicable': 'unseen',
  'not-run': 'unseen',
};

const standingOf = (result: Result | undefined): Standing => (result ? standings[result.verdict] : 'unseen');

function changeOf(before: Result | undefined, after: Result | undefined): Change | undefined {
  const [old, now] = [standingOf(before), standingOf(after)];
  if (now === 'violated') return old === 'violated' ? standingViolation(before, after) : 'new';
  if (old === now) return undefined;
  if (now === 'unseen') return 'no longer looked at';
  if (now === 'undecided') return old === 'unseen' ? 'newly looked at' : 'newly undecided';
  if (old === 'violated') return 'fixed';
  return old === 'unseen' ? 'newly looked at' : 'newly decided';
}

/** Runs draw other values, and the same failure is told with other ones: only another accusation is a change. */
const standingViolation = (before: Result | undefined, after: Result | undefined): Change =>
  isAlike(before?.evidence?.summary, after?.evidence?.summary) ? 'still' : 'changed';

function isGrave({ change, before, after }: Difference, strict: boolean): boolean {
  if (change === 'new') return after !== undefined && after.waived === undefined && isClosing(after, strict);
  const wasDecided = before?.verdict === 'held' || before?.verdict === 'violated';
  const isLost = wasDecided && (change === 'newly undecided' || change === 'no longer looked at');
  return strict && isLost && isClosing({ ...before, verdict: 'violated' }, false);
}

const reasonOf = ({ change, before, after }: Difference): string => {
  const { level = '', rule = '', subject = '', evidence, title } = after ?? before ?? {};
  return `${change} ${change === 'new' ? 'violated ' : ''}${level}: ${evidence?.summary ?? title} [${subject}] (${rule})`;
};
