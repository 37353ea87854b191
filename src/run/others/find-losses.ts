import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { flattenSchema } from '../calibrate/bodies/flatten-schema.js';
import { readEntryAddress, readIdAsText } from '../tools/item-address.js';
import type { OthersList } from './read-others.js';

/** An item of others that a list no longer shows, or shows with other values. */
export interface Loss {
  readonly is: 'missing' | 'changed';
  readonly key: string;
  /** Its own address, where it has one. */
  readonly path: string | undefined;
  readonly before: Json;
  /** Names of the members that changed. */
  readonly members: readonly string[];
  /** Whether a changed value has the marker of this run. */
  readonly isOurs: boolean;
}

/** What a comparison requires. */
export interface CompareOptions {
  readonly document: Json | undefined;
  readonly runMark: string;
  /** Names of members that changed before anything was written. */
  readonly volatile: ReadonlySet<string>;
}

/** Compares a list with what it showed before. Entries beyond what was read now are not missing. */
export function findLosses(before: OthersList, now: OthersList, options: CompareOptions): Loss[] {
  const shown = new Map(now.all.map((entry) => [findKey(now, entry), entry]));
  const names = listClientMembers(before.collection, options.document);
  return [...before.entries].flatMap(([key, entry]): Loss[] => {
    const path = readEntryAddress(before.collection, entry)?.path;
    const after = shown.get(key);
    const known = before.items.get(key) ?? entry;
    if (after === undefined) return [{ is: 'missing', key, path, before: known, members: [], isOurs: false }];
    const members = listChangedMembers(entry, after, names, options.volatile);
    if (members.length === 0) return [];
    const isOurs = members.some(
      (name) => isObject(after) && JSON.stringify(after[name] ?? null).includes(options.runMark),
    );
    return [{ is: 'changed', key, path, before: known, members, isOurs }];
  });
}

/** Numbers and switches follow what others do: stock, positions, counters, a default. A text that clients write does not. */
export function listChangedMembers(
  before: Json,
  after: Json,
  names: ReadonlySet<string> | undefined,
  volatile: ReadonlySet<string>,
): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  return Object.keys(before).filter((name) => {
    if (volatile.has(name) || names?.has(name) === false) return false;
    const [was, is] = [collectTexts(before[name]), collectTexts(Object.hasOwn(after, name) ? after[name] : null)];
    return was.length > 0 && JSON.stringify(was) !== JSON.stringify(is);
  });
}

const collectTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(collectTexts);
};

/** The members that clients write, as far as the document or the profile says it; undefined where neither does. */
function listClientMembers(
  { create, replace, patch, id }: Collection,
  document: Json | undefined,
): ReadonlySet<string> | undefined {
  const schemas = [create, replace, patch].flatMap((operation) => operation?.request?.schema ?? []);
  const names = schemas.flatMap((schema) => {
    const properties = flattenSchema(schema, document)?.properties;
    return isObject(properties) ? Object.keys(properties) : [];
  });
  return names.length === 0 ? undefined : new Set(names.filter((name) => `/${name}` !== id.pointer));
}

/** The key of an entry in its list. */
function findKey({ collection }: OthersList, entry: Json): string {
  return readIdAsText(collection, entry) ?? JSON.stringify(entry);
}

/** Whether a moment that the item names passed between these two, in milliseconds since 1970: it may have expired. */
export function hasExpired(item: Json, from: number, to: number): boolean {
  const isBetween = (at: number) => at >= from && at <= to;
  return collectMoments(item).some((at) => isBetween(at) || isBetween(at * 1_000));
}

function collectMoments(value: Json): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d[T ]/.test(value) ? [Date.parse(value)] : [];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(collectMoments);
}
