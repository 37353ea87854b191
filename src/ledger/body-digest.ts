import { hash } from 'node:crypto';
import { buildPointer, getAtPointer, isObject, type Json } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry } from './entry.js';
import type { BodyDigests } from './lines.js';

/** Digests of the members of a body, by which it is recognized without storing its content. */
export function digestMembers(body: Json | undefined, mark: string): BodyDigests {
  if (!isObject(body)) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [buildPointer([name]), digestValue(value, mark)]),
  );
}

/** Whether a representation has the same members as the body written under a marker. */
export const hasSameDigests = (shown: Json | undefined, prints: BodyDigests, mark: string): boolean =>
  computeSameShare(shown, prints, mark) === 1;

/** Whether at least half of the members are the same: a service may normalize the others. */
export const hasSimilarDigests = (shown: Json | undefined, prints: BodyDigests, mark: string): boolean =>
  computeSameShare(shown, prints, mark) >= 0.5;

/** The share of members that are the same; 0 without members. */
function computeSameShare(shown: Json | undefined, prints: BodyDigests, mark: string): number {
  const digests = Object.entries(prints);
  const same = digests.filter(
    ([pointer, digest]) => digestValue(getAtPointer(shown, pointer) ?? null, mark) === digest,
  );
  return same.length / Math.max(1, digests.length);
}

/** Digests a value; the marker is the salt. */
export const digestValue = (value: Json, mark: string): string =>
  hash('sha256', `${mark} ${JSON.stringify(sortMembers(value))}`).slice(0, 16);

/** Sorts members, because a service may return them in another order. */
function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sortMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sortMembers(part)]),
  );
}

/** Whether a write removes what identifies its item: a PUT that omits the marker, or a PATCH that replaces it. */
export function isMarkerLost(method: string, body: Json | undefined, entry: LedgerEntry, { marker }: Collection) {
  const shown = JSON.stringify(body ?? null);
  const isShown = [entry.mark, ...(entry.signs ?? [])].some((sign) => shown.includes(sign));
  if (entry.isUnmarked) return isObject(body);
  if (isShown) return false;
  return method === 'PUT' || (isObject(body) && marker !== undefined && getAtPointer(body, marker) !== undefined);
}
