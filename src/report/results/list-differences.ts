import type { Evidence } from '../../model/result/report.js';
import { shorten } from '../text/escape-control-characters.js';

type Value = Evidence['expected'];
type Primitive = string | number | boolean | null | undefined;

/** Maximum number of differences, and maximum length of a value. */
const maxDifferences = 5;
const maxValueLength = 80;

/** Lists where two values differ, one line each, by path: `/views: expected 1, actual 3`. Members can be given as paths. */
export function listDifferences(expected: Value, actual: Value): string[] {
  const found = [...walkDifferences(expected, actual, '')];
  const more = found.length > maxDifferences ? [`and ${found.length - maxDifferences} more differences`] : [];
  return [...found.slice(0, maxDifferences), ...more];
}

function* walkDifferences(expected: Value, actual: Value, path: string): Generator<string> {
  if (isContainer(expected) && isContainer(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      yield* walkDifferences(
        getMember(expected, key),
        getMember(actual, key),
        `${path}${key.startsWith('/') ? '' : '/'}${key}`,
      );
    }
    return;
  }
  if (renderValue(expected) === renderValue(actual)) return;
  yield `${path === '' ? '' : `${path}: `}expected ${renderValue(expected)}, actual ${renderValue(actual)}`;
}

const isContainer = (value: Value): value is Exclude<Value, Primitive> => typeof value === 'object' && value !== null;

const getMember = (whole: Exclude<Value, Primitive>, key: string): Value =>
  Object.hasOwn(whole, key) ? (whole as Readonly<Record<string, Value>>)[key] : undefined;

const renderValue = (value: Value): string =>
  value === undefined ? 'nothing' : shorten(maxValueLength, JSON.stringify(value));
