import type { Evidence } from '../../model/result/report.js';
import { brief } from '../text/shorten.js';

type Value = Evidence['expected'];
type Plain = string | number | boolean | null | undefined;

/** How many are told, and how long a value may be. */
const most = 5;
const longest = 80;

/** Where two values differ, a line each, by path: `/views: expected 1, actual 3`. Members may be named by paths themselves. */
export function differences(expected: Value, actual: Value): string[] {
  const found = [...differ(expected, actual, '')];
  const more = found.length > most ? [`and ${found.length - most} more differences`] : [];
  return [...found.slice(0, most), ...more];
}

function* differ(expected: Value, actual: Value, path: string): Generator<string> {
  if (isPart(expected) && isPart(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      yield* differ(at(expected, key), at(actual, key), `${path}${key.startsWith('/') ? '' : '/'}${key}`);
    }
    return;
  }
  if (shown(expected) === shown(actual)) return;
  yield `${path === '' ? '' : `${path}: `}expected ${shown(expected)}, actual ${shown(actual)}`;
}

const isPart = (value: Value): value is Exclude<Value, Plain> => typeof value === 'object' && value !== null;

const at = (whole: Exclude<Value, Plain>, key: string): Value =>
  Object.hasOwn(whole, key) ? (whole as Readonly<Record<string, Value>>)[key] : undefined;

const shown = (value: Value): string => (value === undefined ? 'nothing' : brief(longest, JSON.stringify(value)));
