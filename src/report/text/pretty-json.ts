import type { Evidence } from '../../model/result/report.js';
import { countColumns } from './fit-width.js';

type Value = Evidence['expected'];

/** Maximum lines of a long value. */
const maxLines = 20;
/** Maximum code points of a value on one line. */
const maxInlineLength = 60;
/** Lines kept before the first difference, as context. */
const contextLines = 4;

/** Renders expected and actual as JSON lines, both cut to the same window around their first difference. */
export function renderJsonPair(expected: Value, actual: Value): { expected: string[]; actual: string[] } {
  const hasBoth = expected !== undefined && actual !== undefined;
  const isBrief = [expected, actual].every(isInline);
  const [left, right] = [splitJsonLines(expected, isBrief), splitJsonLines(actual, isBrief)];
  const from = hasBoth ? findWindowStart(left, right) : 0;
  return { expected: cutWindow(left, from), actual: cutWindow(right, from) };
}

/** Renders a value as JSON lines; a note counts the lines left out of a long one. */
export const renderPrettyJson = (value: Value): string[] => cutWindow(splitJsonLines(value, isInline(value)), 0);

const isInline = (value: Value): boolean =>
  value === undefined || countColumns(JSON.stringify(value)) <= maxInlineLength;

const splitJsonLines = (value: Value, isBrief: boolean): string[] =>
  value === undefined ? [] : JSON.stringify(value, null, isBrief ? 0 : 2).split('\n');

function findWindowStart(left: readonly string[], right: readonly string[]): number {
  const longest = Math.max(left.length, right.length);
  if (longest <= maxLines) return 0;
  const differsAt = left.findIndex((line, index) => line !== right[index]);
  return Math.max(0, (differsAt < 0 ? left.length : differsAt) - contextLines);
}

function cutWindow(all: readonly string[], from: number): string[] {
  const kept = all.slice(from, from + maxLines);
  const above = Math.min(from, all.length);
  const below = all.length - above - kept.length;
  return [...renderOmission(above, 'above'), ...kept, ...renderOmission(below, 'below')];
}

const renderOmission = (count: number, where: string): string[] => (count > 0 ? [`… ${count} lines ${where}`] : []);
