import { hash } from 'node:crypto';
import { at, isObject, type Json, pointerOf } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import type { Entry } from './entry.js';
import type { Prints } from './lines.js';

/** Digests of the members of a body: by them it is known again, and what stood in it is not told. */
export function printsOf(body: Json | undefined, mark: string): Prints {
  if (!isObject(body)) return {};
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [pointerOf([name]), printOf(value, mark)]));
}

/** Whether a representation shows, member by member, what was written under a mark. */
export function isPrinted(shown: Json | undefined, prints: Prints, mark: string): boolean {
  const told = Object.entries(prints);
  return told.length > 0 && told.every(([pointer, print]) => printOf(at(shown, pointer) ?? null, mark) === print);
}

/** Whether at least half of the members are shown as they were written: services may word the rest in their own way. */
export function isLike(shown: Json | undefined, prints: Prints, mark: string): boolean {
  const told = Object.entries(prints);
  const same = told.filter(([pointer, print]) => printOf(at(shown, pointer) ?? null, mark) === print);
  return same.length * 2 >= told.length;
}

/** A digest of a value; under another mark it is another one. */
export const printOf = (value: Json, mark: string): string =>
  hash('sha256', `${mark} ${JSON.stringify(ordered(value))}`).slice(0, 16);

/** Members in one order: services need not keep the one they were sent in. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, ordered(part)]),
  );
}

/** Whether a write takes away what its thing is known by: PUT that leaves it out, PATCH that puts something else in its place. */
export function isMarkLost(method: string, body: Json | undefined, entry: Entry, { marker }: Collection): boolean {
  const shown = JSON.stringify(body ?? null);
  const isShown = [entry.mark, ...(entry.signs ?? [])].some((sign) => shown.includes(sign));
  if (entry.isUnmarked) return isObject(body);
  if (isShown) return false;
  return method === 'PUT' || (isObject(body) && marker !== undefined && at(body, marker) !== undefined);
}
