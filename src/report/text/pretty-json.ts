import type { Evidence } from '../../model/result/report.js';
import { lengthOf } from './fit-width.js';

type Value = Evidence['expected'];

/** Lines kept of a long value. */
const most = 20;
/** Code points a value may take to stand on one line. */
const brief = 60;
/** Lines kept before the first difference, so that it has surroundings. */
const before = 4;

/** Expected and actual as JSON in lines, both cut to the same window around their first difference. */
export function prettyPair(expected: Value, actual: Value): { expected: string[]; actual: string[] } {
  const hasBoth = expected !== undefined && actual !== undefined;
  const isBrief = [expected, actual].every(fitsOneLine);
  const [left, right] = [lines(expected, isBrief), lines(actual, isBrief)];
  const from = hasBoth ? windowStart(left, right) : 0;
  return { expected: windowed(left, from), actual: windowed(right, from) };
}

/** A value as JSON in lines; what is too long to read ends in a note on what is missing. */
export const pretty = (value: Value): string[] => windowed(lines(value, fitsOneLine(value)), 0);

const fitsOneLine = (value: Value): boolean => value === undefined || lengthOf(JSON.stringify(value)) <= brief;

const lines = (value: Value, isBrief: boolean): string[] =>
  value === undefined ? [] : JSON.stringify(value, null, isBrief ? 0 : 2).split('\n');

function windowStart(left: readonly string[], right: readonly string[]): number {
  const longest = Math.max(left.length, right.length);
  if (longest <= most) return 0;
  const differsAt = left.findIndex((line, index) => line !== right[index]);
  return Math.max(0, (differsAt < 0 ? left.length : differsAt) - before);
}

function windowed(all: readonly string[], from: number): string[] {
  const kept = all.slice(from, from + most);
  const above = Math.min(from, all.length);
  const below = all.length - above - kept.length;
  return [...note(above, 'above'), ...kept, ...note(below, 'below')];
}

const note = (count: number, where: string): string[] => (count > 0 ? [`… ${count} lines ${where}`] : []);
