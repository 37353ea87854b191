import { flattenSchema } from '../../generate/schema/read-schema.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { readEntryAddress, readIdAsText } from '../items/item-address.js';
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

export interface CompareOptions {
  /** Names of the members that clients write; where nothing says them, only values with the marker of the run count. */
  readonly written: ReadonlySet<string> | 'all' | 'unknown';
  readonly runMark: string;
  /** The contents that writes sent, as far as they may be looked for. */
  readonly sent?: readonly Json[] | undefined;
  /** Names of members that changed before anything was written. */
  readonly volatile: ReadonlySet<string>;
}

/** Compares a list with what it showed before. Entries beyond what was read now are not missing. */
export function findLosses(before: OthersList, now: OthersList, options: CompareOptions): Loss[] {
  const shown = new Map(now.all.map((entry) => [findKey(now, entry), entry]));
  return [...before.entries].flatMap(([key, entry]): Loss[] => {
    const path = readEntryAddress(before.collection, entry)?.path;
    const after = shown.get(key);
    const known = before.items.get(key) ?? entry;
    if (after === undefined) return [{ is: 'missing', key, path, before: known, members: [], isOurs: false }];
    const changes = [listChanges(entry, after, options), listChanges(known, now.items.get(key), options)].flat();
    const members = [...new Set(changes.map(([name]) => name))];
    const isOurs =
      changes.some(([, value]) => JSON.stringify(value).includes(options.runMark)) || isSent(changes, options);
    if (members.length === 0 || (options.written === 'unknown' && !isOurs)) return [];
    return [{ is: 'changed', key, path, before: known, members, isOurs }];
  });
}

/** Whether one write of the run sent all that several members have now. */
function isSent(changes: readonly (readonly [string, Json])[], { sent = [] }: CompareOptions): boolean {
  const texts = changes.map(([, value]) => collectTexts(value)).filter(({ length }) => length > 0);
  if (new Set(changes.map(([name]) => name)).size <= 1 || texts.length !== changes.length) return false;
  return sent.some((content) => {
    const own = new Set(collectTexts(content));
    return texts.flat().every((text) => own.has(text));
  });
}

function collectTexts(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(collectTexts);
}

/** The members of an entry, or of an item that was read singly, with other texts, and their values now. */
function listChanges(before: Json, after: Json | undefined, { written, volatile }: CompareOptions): [string, Json][] {
  if (!isObject(after)) return [];
  const names = typeof written === 'string' ? undefined : written;
  return listChangedMembers(before, after, names, volatile).map((name) => [name, after[name] ?? null]);
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

/** The members that clients write, as far as the document, the profile, or content that the service accepted says it. */
export function listWrittenMembers(
  { create, replace, patch, id }: Collection,
  document: Json | undefined,
  accepted: Json | undefined,
): CompareOptions['written'] {
  const schemas = [create, replace, patch].flatMap((operation) => operation?.request?.schema ?? []);
  const names = schemas.flatMap((schema) => {
    const properties = flattenSchema(schema, document)?.properties;
    const isWritten = ([, member]: readonly [string, Json]) => flattenSchema(member, document)?.readOnly !== true;
    return isObject(properties)
      ? Object.entries(properties)
          .filter(isWritten)
          .map(([name]) => name)
      : [];
  });
  if (schemas.length === 0 && isObject(accepted)) names.push(...Object.keys(accepted));
  return names.length === 0 ? 'unknown' : new Set(names.filter((name) => `/${name}` !== id.pointer));
}

export function findKey({ collection }: Pick<OthersList, 'collection'>, entry: Json): string {
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
