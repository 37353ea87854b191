import type { Report, Result } from '../../model/result/report.js';
import { isAlike } from './value-likeness.js';

/** What became of a violation that was tried again. */
export interface Replayed {
  readonly fate: 'still there' | 'changed' | 'gone' | 'undecided';
  /** What there is to say of that, in a line. */
  readonly told: string;
}

/** Compares a violation with what came of trying it again. What cannot be told is never called gone. */
export function replayed(before: Result, { results, gate }: Report): Replayed {
  if (gate.exit > 1) return { fate: 'undecided', told: gate.reasons.at(-1) ?? 'the run did not come to its end' };
  const again = results.find(({ rule, subject }) => rule === before.rule && subject === before.subject);
  if (again === undefined || again.verdict === 'not-applicable') return { fate: 'undecided', told: missing(again) };
  if (again.verdict === 'held') return { fate: 'gone', told: again.title };
  if (again.verdict !== 'violated') return { fate: 'undecided', told: doubtOf(again) };
  return isSame(before, again)
    ? { fate: 'still there', told: summaryOf(again) }
    : {
        fate: 'changed',
        told: `${summaryOf(again)}${detailOf(again)}; before: ${summaryOf(before)}${detailOf(before)}`,
      };
}

/** The report of a replay, whose gate asks one thing only: is it gone? */
export function withFate(report: Report, { fate, told }: Replayed): Report {
  if (report.gate.exit > 1) return report;
  const isGone = fate === 'gone';
  return {
    ...report,
    gate: { open: isGone, reasons: isGone ? [] : [`${fate}: ${told}`], exit: isGone ? 0 : 1 },
  };
}

const doubtOf = ({ why, verdict, enable }: Result): string => `${why ?? verdict}${enable ? ` (${enable})` : ''}`;

const missing = (again: Result | undefined): string =>
  `the service no longer has what the rule is about${again?.why ? `: ${again.why}` : ''}`;

const isSame = ({ evidence: before }: Result, { evidence: again }: Result): boolean =>
  isAlike(before?.summary, again?.summary) &&
  isAlike(before?.expected, again?.expected) &&
  isAlike(before?.actual, again?.actual);

const summaryOf = ({ evidence, title }: Result): string => evidence?.summary ?? title;

/** So much of a value tells what it is. */
const longest = 160;

function detailOf({ evidence }: Result): string {
  if (evidence?.expected === undefined && evidence?.actual === undefined) return '';
  const text = `${JSON.stringify(evidence.expected)} → ${JSON.stringify(evidence.actual)}`;
  return ` (${text.length > longest ? `${text.slice(0, longest)}…` : text})`;
}
