import type { Report, Result } from '../../model/result/report.js';
import { isSimilarValue } from './value-likeness.js';

export interface ReplayComparison {
  readonly outcome: 'still there' | 'changed' | 'gone' | 'undecided';
  readonly explanation: string;
}

/** Compares a violation with its replay. Without a verdict it is never called gone. */
export function compareReplay(before: Result, { results, gate }: Report): ReplayComparison {
  if (gate.exit > 1) return { outcome: 'undecided', explanation: gate.reasons.at(-1) ?? 'the run did not complete' };
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

/** Returns the report of a replay; its gate decides only whether the violation is gone. */
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

/** Maximum length of a value in the explanation. */
const maxDetailLength = 160;

function describeDetail({ evidence }: Result): string {
  if (evidence?.expected === undefined && evidence?.actual === undefined) return '';
  const text = `${JSON.stringify(evidence.expected)} → ${JSON.stringify(evidence.actual)}`;
  return ` (${text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}…` : text})`;
}
