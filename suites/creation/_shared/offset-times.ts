import { compare, type Json } from '#rule';

const inUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * The same instants with an offset from UTC in hours: `2030-01-15T10:00:00Z` is `2030-01-15T15:00:00+05:00` with 5. Undefined where the
 * body has no instant.
 */
export function writeWithOffset(body: Json, hours: number): Json | undefined {
  const written = writeInstants(body, hours);
  return compare.isEquivalent(JSON.stringify(body), JSON.stringify(written)) ? undefined : written;
}

function writeInstants(value: Json, hours: number): Json {
  if (Array.isArray(value)) return value.map((entry) => writeInstants(entry as Json, hours));
  if (compare.isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writeInstants(member, hours)]));
  const instant = typeof value === 'string' && inUtc.test(value) ? compare.parseInstant(value) : undefined;
  if (instant === undefined) return value;
  const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  return new Date(instant + hours * 3_600_000).toISOString().replace(/(\.000)?Z$/, offset);
}
