import { buildPointer, type Json, type JsonObject } from './json.js';

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
  a === b || compareValues(a, b, [], undefined);

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

/**
 * Copies a value without the parts at these places, each given by the reference tokens of its pointer; the token `*` matches any
 * token. Members whose names, in lower case and letters only, match `names` are omitted at every depth.
 */
export function omitPlaces(
  value: Json | undefined,
  places: readonly (readonly string[])[],
  names?: RegExp,
  depth = 0,
): Json | undefined {
  if (typeof value !== 'object' || value === null || (places.length === 0 && names === undefined)) return value;
  const kept: [string, Json][] = [];
  const entries: Json[] = [];
  for (const [token, part] of Object.entries(value)) {
    const below = places.filter((place) => place.length <= depth || place[depth] === '*' || place[depth] === token);
    if (below.some((place) => place.length <= depth + 1)) continue;
    if (names?.test(token.toLowerCase().replace(/[^a-z]/g, ''))) continue;
    const isScalar = typeof part !== 'object' || part === null;
    const copy = isScalar ? part : (omitPlaces(part, below, names, depth + 1) ?? null);
    if (Array.isArray(value)) entries.push(copy);
    else kept.push([token, copy]);
  }
  return Array.isArray(value) ? entries : Object.fromEntries(kept);
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

/** Whether two values, at `path`, have the same meaning. Adds each difference to `found`, or ends with the first. */
function compareValues(
  a: Json | undefined,
  b: Json | undefined,
  path: string[],
  found: ValueDifference[] | undefined,
): boolean {
  if (a === b) return true;
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    if (!Array.isArray(a) && !Array.isArray(b)) return compareParts(a as JsonObject, b as JsonObject, path, found);
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
      return compareParts(sortEntries(a), sortEntries(b), path, found);
  }
  const isSame = typeof a === 'string' && typeof b === 'string' && isSameText(a, b);
  if (!isSame) found?.push({ pointer: buildPointer(path), expected: a, actual: b });
  return isSame;
}

/** The same for the members of two objects, or the entries of two arrays of one length. */
function compareParts(
  a: JsonObject | readonly Json[],
  b: JsonObject | readonly Json[],
  path: string[],
  found: ValueDifference[] | undefined,
): boolean {
  const [left, right] = [a as JsonObject, b as JsonObject];
  const tokens = Object.keys(left);
  for (const token of Object.keys(right)) if (!Object.hasOwn(left, token)) tokens.push(token);
  let isSame = true;
  for (const token of tokens) {
    const one = Object.hasOwn(left, token) ? left[token] : undefined;
    const other = Object.hasOwn(right, token) ? right[token] : undefined;
    if (one === other) continue;
    path.push(token);
    isSame = compareValues(one, other, path, found) && isSame;
    path.pop();
    if (!isSame && found === undefined) return false;
  }
  return isSame;
}

/** Entries that have no order, sorted so that equivalent ones are at the same place: scalars, or objects by their id. */
function sortEntries(entries: readonly Json[]): readonly Json[] {
  if (entries.length < 2) return entries;
  const keyed: { readonly entry: Json; readonly key: string }[] = [];
  for (const entry of entries) {
    const isContainer = typeof entry === 'object' && entry !== null;
    if (isContainer && !('id' in entry)) return entries;
    const id = isContainer ? (entry as JsonObject).id : entry;
    const instant = typeof id === 'string' && id[4] === '-' ? parseInstant(id) : undefined;
    keyed.push({ entry, key: JSON.stringify(instant ?? (typeof id === 'string' ? id.normalize('NFC') : id)) });
  }
  return keyed.sort((x, y) => (x.key < y.key ? -1 : 1)).map(({ entry }) => entry);
}

/** An instant without fractions equals every instant in its second, because nodes and databases differ in precision. */
function isSameText(a: string, b: string): boolean {
  // A year has four digits.
  const [at, bt] = a[4] === '-' && b[4] === '-' ? [parseInstant(a), parseInstant(b)] : [];
  if (at === undefined || bt === undefined) return a.normalize('NFC') === b.normalize('NFC');
  const areFine = /:\d\d[.,]\d/.test(a) && /:\d\d[.,]\d/.test(b);
  return areFine ? at === bt : Math.floor(at / 1_000) === Math.floor(bt / 1_000);
}
