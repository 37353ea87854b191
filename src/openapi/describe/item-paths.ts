import { type Json, type JsonObject, normalizeName } from '../../model/json.js';
import { unwrapItemSchemas } from '../recognize/item-envelope.js';
import { isListOfIds, readItemList, readPageSchema } from '../recognize/page-members.js';
import { getEntrySchema, listMembers } from '../recognize/schema-shape.js';
import {
  getPathNoun,
  isQueryPath,
  isSameStem,
  isSearchPath,
  singularize,
  splitSegments,
  splitWords,
  startsWithWords,
} from '../recognize/words.js';
import type { DescribedOperation } from './described-operation.js';
import { findCreationBeside } from './find-creation.js';

/** The operations of a document by path, without slashes at the end. */
export type PathsOfDocument = ReadonlyMap<string, readonly DescribedOperation[]> & {
  /** Paths with one more segment, or one custom method (`:name`). */
  below(path: string): readonly string[];
};

/** An item path with its last parameter as its end: what the paths of actions and of nested lists begin with. */
export const getItemStem = (itemPath: string): string => itemPath.slice(0, itemPath.lastIndexOf('}') + 1);

/** The item path right below a collection; the one with the most methods if there are several. */
export function findPathBelow(path: string, paths: PathsOfDocument): string | undefined {
  const below = paths.below(path).filter((other) => /^\/\{[^}]+\}$/.test(other.slice(path.length)));
  return below.sort((a, b) => (paths.get(b)?.length ?? 0) - (paths.get(a)?.length ?? 0))[0];
}

/** The operation with a method at a path of the document. */
export const getOperation = (paths: PathsOfDocument, path: string, method: string) =>
  paths.get(path)?.find(({ operation }) => operation.method === method);

/**
 * The item paths of collections that have none right below them, by collection path: `/photo/{id}`, `/photos/{id}/details`,
 * `/lookup/photo-by-key/{id}`, or `/photos/{id}` of `/albums/{album}/photos`. The names must agree, and the members of the item with
 * what a creation or the list has; where two paths fit alike, none is taken.
 */
export function findDistantItemPaths(document: JsonObject, paths: PathsOfDocument): ReadonlyMap<string, string> {
  const lists = [...paths.keys()].filter((path) => isList(document, path, paths) && !findPathBelow(path, paths));
  const items = [...paths.keys()].filter((path) => path.includes('{') && isItem(document, path, paths));
  // A list of what another list has, and that creates nothing, is a view.
  const listed = new Set([...paths.keys()].flatMap((path) => findPathBelow(path, paths) ?? []));
  const found = new Map<string, string>();
  for (const list of lists) {
    const known = listKnownMembers(document, list, paths);
    const isView = findPost(list, paths) === undefined;
    const rated = items.flatMap((item) => {
      const names = isView && listed.has(item) ? 0 : rateNames(list, item);
      return names === 0 ? [] : [{ item, rating: rateMembers(document, { list, item, known, names }, paths) }];
    });
    const best = Math.max(0, ...rated.map(({ rating }) => rating));
    const chosen = rated.filter(({ rating }) => rating === best);
    if (best >= leastRating && chosen[0] && chosen.length === 1) found.set(list, chosen[0].item);
  }
  return found;
}

/** Of names and of members, at most two each. */
const leastRating = 2;

/** Whether a path without a parameter at its end lists or creates. */
function isList(document: JsonObject, path: string, paths: PathsOfDocument): boolean {
  if (/[:{][^/]*$/.test(path) || isSearchPath(path) || isQueryPath(path)) return false;
  const list = getOperation(paths, path, 'GET');
  const [shown, noun] = [list?.operation.response?.schema as Json | undefined, getPathNoun(path)];
  const isPage = readPageSchema(document, shown, noun) !== 'no-page' || isListOfIds(document, shown, noun);
  return (list !== undefined && isPage) || getOperation(paths, path, 'POST') !== undefined;
}

/** Whether one item is read, replaced or removed at a path: one that ends with a parameter, or with one segment after it. */
function isItem(document: JsonObject, path: string, paths: PathsOfDocument): boolean {
  if (splitSegments(path.slice(getItemStem(path).length)).length > 1) return false;
  const read = getOperation(paths, path, 'GET');
  if (!read) return path.endsWith('}') && ['PUT', 'PATCH', 'DELETE'].some((one) => getOperation(paths, path, one));
  return typeof readPageSchema(document, read.operation.response?.schema as Json, getPathNoun(path)) !== 'object';
}

/** How well the noun of a list agrees with the segment before an id: 2, with a part of it or with the parameter: 1, not at all: 0. */
function rateNames(list: string, item: string): number {
  const stem = getItemStem(item);
  const [, before = '', parameter = ''] = /^(.*)\{([^{}]*)\}$/.exec(stem) ?? [];
  const above = before.slice(0, before.lastIndexOf('}') + 1);
  // Parents in the path of an item are those of its list.
  if (!list.startsWith(above)) return 0;
  const noun = splitWords(singularize(getPathNoun(list)));
  // A command such as `getOrders` names no items.
  if (/^(get|list|find|fetch|read)$/.test(noun[0] ?? '') && noun.length > 1) return 0;
  const begins = (name: string) => startsWithWords(splitWords(name), noun);
  const segment = splitSegments(before.slice(above.length)).at(-1) ?? '';
  if (normalizeName(singularize(segment)) === noun.join('')) return 2;
  const isPart = startsWithWords(noun, splitWords(segment)) || isSameStem(segment, getPathNoun(list));
  return isPart || begins(segment) || begins(parameter) ? 1 : 0;
}

/** The POST that creates items: to the list, or to a path beside it. */
function findPost(path: string, paths: PathsOfDocument): DescribedOperation | undefined {
  const find = (at: string, method: string) => getOperation(paths, at, method);
  return find(path, 'POST') ?? findCreationBeside(path, undefined, find)?.create;
}

/** The names of members that a new item has, or else an entry of the list. */
function listKnownMembers(document: JsonObject, path: string, paths: PathsOfDocument): string[] {
  const noun = getPathNoun(path);
  const sent = findPost(path, paths)?.operation.request?.schema as Json | undefined;
  const one = getEntrySchema(document, sent) ?? sent;
  const inside = unwrapItemSchemas(document, { answered: undefined, sent: one }, noun)?.sent as Json | undefined;
  const list = getOperation(paths, path, 'GET')?.operation.response?.schema as Json | undefined;
  const reading = readItemList(document, list, noun);
  const listed = typeof reading === 'object' ? reading.entry : undefined;
  const [made = [], shown = []] = [inside ?? one, listed].map((schema) => [...listMembers(document, schema).keys()]);
  // An entry may have the address of its item alone.
  return made.length > 0 ? made : shown.filter((name) => !/^_?(href|url|uri|self|links?)$/.test(normalizeName(name)));
}

interface ItemCandidate {
  readonly list: string;
  readonly item: string;
  /** Members that a new item or an entry of the list has. */
  readonly known: readonly string[];
  /** How well the names agree. */
  readonly names: number;
}

/** The names, and the share of known members that the item has. 0: it is less than half, so they are others. */
function rateMembers(
  document: JsonObject,
  { list, item, known, names }: ItemCandidate,
  paths: PathsOfDocument,
): number {
  const answered = getOperation(paths, item, 'GET')?.operation.response?.schema as Json | undefined;
  const opened = unwrapItemSchemas(document, { answered, sent: undefined }, getPathNoun(list))?.answered as Json;
  const members = listMembers(document, opened ?? answered);
  // A part of an item, such as its settings, has members of its own.
  const telling = known.filter((name) => normalizeName(name) !== 'id');
  if (telling.length === 0 || members.size === 0) return item.endsWith('}') ? names : 0;
  const share = telling.filter((name) => members.has(name)).length / telling.length;
  return share >= 0.5 ? names + 2 * share : 0;
}
