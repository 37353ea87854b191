import { appendToPointer, buildPointer, isObject, type Json } from './json.js';

/** A place where two values differ; undefined means that the value is missing. */
export interface ValueDifference {
  readonly pointer: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/**
 * Finds the differences in meaning between two values: the order of members is ignored, numbers compare by value, RFC
 * 3339 instants by instant, strings by their NFC form, and arrays of scalars or of items with an id without order.
 */
export function findDifferences(expected: Json | undefined, actual: Json | undefined): ValueDifference[] {
  const found: ValueDifference[] = [];
  compareValues(expected, actual, [], found);
  return found;
}

/** Whether two values have the same meaning. */
export const isEquivalent = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || findDifferences(a, b).length === 0;

/** Creates a predicate over pointers: true at each of them and below. The token `*` matches any token. */
export function createPointerMatcher(pointers: readonly string[]): (pointer: string) => boolean {
  if (pointers.length === 0) return () => false;
  const patterns = pointers.map((pointer) => pointer.split('/').slice(1));
  return (pointer) => {
    const tokens = pointer.split('/').slice(1);
    return patterns.some(
      (pattern) => pattern.every((token, i) => token === '*' || token === tokens[i]) && pattern.length <= tokens.length,
    );
  };
}

/** Copies a value without the places for which `isDropped` is true; `here` is the pointer of the value itself. */
export function omitPointers(value: Json | undefined, isDropped: (pointer: string) => boolean, here = '') {
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, Json][] = [];
  for (const [token, part] of Object.entries(value)) {
    const pointer = appendToPointer(here, token);
    if (!isDropped(pointer)) kept.push([token, omitPointers(part, isDropped, pointer) ?? null]);
  }
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/**
 * Parses an RFC 3339 date-time to milliseconds since the epoch, otherwise undefined. Without a zone it is read as UTC,
 * wherever the kit runs.
 */
export function parseInstant(value: Json | undefined): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d)?/.test(value)) return undefined;
  const isZoneless = /^[^Tt ]+[Tt ][\d:.]+$/.test(value);
  const ms = Date.parse(isZoneless ? `${value}Z` : value);
  return Number.isNaN(ms) ? undefined : ms;
}

function compareValues(
  a: Json | undefined,
  b: Json | undefined,
  path: readonly (string | number)[],
  found: ValueDifference[],
): void {
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) compareArrays(a, b, path, found);
  else if (isObject(a) && isObject(b)) compareMembers(a, b, path, found);
  else if (!isSameScalar(a, b)) found.push({ pointer: buildPointer(path), expected: a, actual: b });
}

function compareMembers(
  a: { readonly [m: string]: Json },
  b: { readonly [m: string]: Json },
  path: readonly (string | number)[],
  found: ValueDifference[],
): void {
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    compareValues(
      Object.hasOwn(a, name) ? a[name] : undefined,
      Object.hasOwn(b, name) ? b[name] : undefined,
      [...path, name],
      found,
    );
  }
}

function compareArrays(
  a: readonly Json[],
  b: readonly Json[],
  path: readonly (string | number)[],
  found: ValueDifference[],
): void {
  const left = sortEntries(a);
  const right = sortEntries(b);
  left.forEach((part, i) => {
    compareValues(part, right[i], [...path, i], found);
  });
}

function sortEntries(entries: readonly Json[]): readonly Json[] {
  const isBag = entries.every(
    (entry) => typeof entry !== 'object' || entry === null || (isObject(entry) && 'id' in entry),
  );
  return isBag ? [...entries].sort((x, y) => (buildSortKey(x) < buildSortKey(y) ? -1 : 1)) : entries;
}

const buildSortKey = (entry: Json): string => JSON.stringify(normalizeScalar(isObject(entry) ? entry.id : entry));

/** Equivalent values must sort to the same place. */
const normalizeScalar = (scalar: Json | undefined): Json | undefined =>
  typeof scalar === 'string' ? (parseInstant(scalar) ?? scalar.normalize('NFC')) : scalar;

function isSameScalar(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'string' || typeof b !== 'string') {
    return (
      typeof a === 'object' &&
      typeof b === 'object' &&
      a !== null &&
      b !== null &&
      JSON.stringify(a) === JSON.stringify(b)
    );
  }
  const [at, bt] = [parseInstant(a), parseInstant(b)];
  if (at === undefined || bt === undefined) return a.normalize('NFC') === b.normalize('NFC');
  const isCoarse = !hasFraction(a) || !hasFraction(b);
  return isCoarse ? Math.floor(at / 1_000) === Math.floor(bt / 1_000) : at === bt;
}

/** An instant without fractions equals every instant in its second, because nodes and databases differ in precision. */
const hasFraction = (instant: string): boolean => /:\d\d[.,]\d/.test(instant);
