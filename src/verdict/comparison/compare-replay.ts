import type { Report, Result } from '../../model/result/report.js';
import { isSimilarValue } from './value-likeness.js';

/** What became of a violation that was tried again. */
export interface ReplayComparison {
  readonly outcome: 'still there' | 'changed' | 'gone' | 'undecided';
  /** What there is to say of that, in a line. */
  readonly explanation: string;
}

/** Compares a violation with what came of trying it again. What cannot be told is never called gone. */
export function compareReplay(before: Result, { results, gate }: Report): ReplayComparison {
  if (gate.exit > 1)
    return { outcome: 'undecided', explanation: gate.reasons.at(-1) ?? 'the run did not come to its end' };
  const again = results.find(({ rule, subject }) => rule === before.rule && subject === before.subject);
  if (again === undefined || again.verdict === 'not-applicable')
    return { outcome: 'undecided', explanation: describeMissing(again) };
  if (again.verdict === 'held') return { outcome: 'gone', explanation: again.title };
  if (again.verdict !== 'violated') return { outcome: 'undecided', explanation: describeUndecided(again) };
  return isSameViolation(before, again)
    ? { outcome: 'still there', explanation: getSummary(again) }
    : {
        outcome: 'changed',
        explanation: `${getSummary(again)}${describeDetail(again)}; before: ${getSummary(before)}${describeDetail(before)}`,
      };
}

/** The report of a replay, whose gate asks one thing only: is it gone? */
export function applyReplayGate(report: Report, { outcome, explanation }: ReplayComparison): Report {
  if (report.gate.exit > 1) return report;
  const isGone = outcome === 'gone';
  return {
    ...report,
    gate: { open: isGone, reasons: isGone ? [] : [`${outcome}: ${explanation}`], exit: isGone ? 0 : 1 },
  };
}

const describeUndecided = ({ why, verdict, enable }: Result): string =>
  `${why ?? verdict}${enable ? ` (${enable})` : ''}`;

const describeMissing = (again: Result | undefined): string =>
  `the service no longer has what the rule is about${again?.why ? `: ${again.why}` : ''}`;

const isSameViolation = ({ evidence: before }: Result, { evidence: again }: Result): boolean =>
  isSimilarValue(before?.summary, again?.summary) &&
  isSimilarValue(before?.expected, again?.expected) &&
  isSimilarValue(before?.actual, again?.actual);

const getSummary = ({ evidence, title }: Result): string => evidence?.summary ?? title;

/** So much of a value tells what it is. */
const maxDetailLength = 160;

function describeDetail({ evidence }: Result): string {
  if (evidence?.expected === undefined && evidence?.actual === undefined) return '';
  const text = `${JSON.stringify(evidence.expected)} → ${JSON.stringify(evidence.actual)}`;
  return ` (${text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}…` : text})`;
}
