import { hash } from 'node:crypto';
import { buildPointer, getAtPointer, isObject, type Json } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry } from './entry.js';
import type { BodyDigests } from './lines.js';

/** Digests of the members of a body: by them it is known again, and what stood in it is not told. */
export function digestMembers(body: Json | undefined, mark: string): BodyDigests {
  if (!isObject(body)) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [buildPointer([name]), digestValue(value, mark)]),
  );
}

/** Whether a representation shows, member by member, what was written under a mark. */
export function hasSameDigests(shown: Json | undefined, prints: BodyDigests, mark: string): boolean {
  const told = Object.entries(prints);
  return (
    told.length > 0 &&
    told.every(([pointer, print]) => digestValue(getAtPointer(shown, pointer) ?? null, mark) === print)
  );
}

/** Whether at least half of the members are shown as they were written: services may word the rest in their own way. */
export function hasSimilarDigests(shown: Json | undefined, prints: BodyDigests, mark: string): boolean {
  const told = Object.entries(prints);
  const same = told.filter(([pointer, print]) => digestValue(getAtPointer(shown, pointer) ?? null, mark) === print);
  return same.length * 2 >= told.length;
}

/** A digest of a value; under another mark it is another one. */
export const digestValue = (value: Json, mark: string): string =>
  hash('sha256', `${mark} ${JSON.stringify(sortMembers(value))}`).slice(0, 16);

/** Members in one order: services need not keep the one they were sent in. */
function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sortMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sortMembers(part)]),
  );
}

/** Whether a write takes away what its thing is known by: PUT that leaves it out, PATCH that puts something else in its place. */
export function isMarkerLost(
  method: string,
  body: Json | undefined,
  entry: LedgerEntry,
  { marker }: Collection,
): boolean {
  const shown = JSON.stringify(body ?? null);
  const isShown = [entry.mark, ...(entry.signs ?? [])].some((sign) => shown.includes(sign));
  if (entry.isUnmarked) return isObject(body);
  if (isShown) return false;
  return method === 'PUT' || (isObject(body) && marker !== undefined && getAtPointer(body, marker) !== undefined);
}
