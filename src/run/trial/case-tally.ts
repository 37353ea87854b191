import fc from 'fast-check';
import { clock } from '../../model/clock.js';
import type { CasesAhead } from './cases-ahead.js';
import type { UndecidedCase } from './decide-held.js';
import { hasServerFailure, type TriedCase } from './experiment.js';

/** Number of undecided cases without a decided one after which a trial stops; more for transient, quick failures. */
const maxUndecided = 3;
export const maxTransientUndecided = 9;
const maxTransientMs = 5_000;

/** What the cases of a trial have shown so far. */
export interface CaseTally {
  readonly begunAt: number;
  readonly ahead: CasesAhead;
  held: number;
  corners: number;
  doubts: UndecidedCase[];
  notes: Set<string>;
  shrinks: number;
  /** Requests sent when the first violation was found. */
  foundAt: number | undefined;
  failed: boolean;
  isOver: boolean;
  /** The last case that was violated. */
  violated: TriedCase | undefined;
  /** The thrown value; it may be undefined. */
  fault: { readonly thrown: unknown } | undefined;
}

/** Creates the tally of a trial without a case. */
export const createTally = (ahead: CasesAhead): CaseTally => ({
  begunAt: clock.now(),
  ahead,
  held: 0,
  corners: 0,
  doubts: [],
  notes: new Set(),
  shrinks: 0,
  foundAt: undefined,
  failed: false,
  isOver: false,
  violated: undefined,
  fault: undefined,
});

/** A generated case; `index` is its number, also while it is shrunk. */
export interface GeneratedCase {
  readonly value: unknown;
  readonly isCorner: boolean;
  readonly index: number;
}

/** Counts a finding; returns whether the case kept the promise. Throws the skip of fast-check for an undecided case. */
export function countFinding(
  tried: TriedCase,
  { value, isCorner }: GeneratedCase,
  tally: CaseTally,
  hasWorked: boolean,
): boolean {
  const { finding } = tried;
  if (finding.verdict === 'violated') {
    tally.failed = true;
    tally.violated = tried;
    return false;
  }
  if (finding.verdict === 'held') {
    if (tally.failed) return true;
    tally.held += 1;
    tally.corners += isCorner ? 1 : 0;
    if (finding.note) tally.notes.add(finding.note);
    return true;
  }
  const { cause, why } = finding;
  tally.doubts.push({ cause, why, value, hasFailed: hasServerFailure(tried), hasStopped: tried.hasStopped });
  const most = hasWorked && isQuickToFail(tally) ? maxTransientUndecided : maxUndecided;
  const isHopeless = tally.held === 0 && !tally.failed && tally.doubts.length >= most;
  if (isHopeless || finding.cause === 'budget' || tried.isDoubtful) tally.isOver = true;
  fc.pre(tally.isOver);
  return true;
}

/** Occasional quick failures of a gateway pass soon; failures that take time each do not. */
const isQuickToFail = ({ doubts, begunAt }: CaseTally): boolean =>
  doubts.every(({ cause }) => cause === 'no-answer' || cause === 'noise') && clock.now() - begunAt < maxTransientMs;

/** Notes about decided and undecided cases. */
export function listNotes({ notes, doubts, held, failed }: CaseTally): string[] {
  const more = held > 0 || failed ? 'more undecided cases' : 'undecided cases';
  const undecided = doubts.length > 0 ? [`${doubts.length} ${more}, the last because: ${doubts.at(-1)?.why}`] : [];
  return [...notes, ...undecided];
}
