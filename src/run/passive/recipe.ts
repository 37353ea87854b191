import { isSafeMethod } from '../../http/method-guard.js';
import { hasStatus } from '../../model/exchange.js';
import { isObject, type Json, readJson } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { unwrapSent } from '../content/request-content.js';
import { readIdAsText } from '../items/item-address.js';
import type { FindRoute, Route } from './route-table.js';
import { readCreatedIds } from './seen-exchange.js';

/** A request that can be sent again, to a new item where it concerned one. */
export interface RecipeRequest {
  readonly method: string;
  /** The path template of its route; for an item, its last hole is filled with the id of the new one. */
  readonly template: string;
  readonly query: string;
  readonly fields: Readonly<Record<string, string>>;
  /** JSON content as a value, other content as text. */
  readonly body?: Json;
  readonly text?: string;
  readonly as?: string;
}

/** How an observed request is repeated under the same circumstances: on a new item, after the same writes to it. */
export interface Recipe {
  /** Name of the collection; '' for a path of no collection. */
  readonly collection: string;
  /** Whether it concerns the collection, one new item, or a path as it was. */
  readonly on: 'collection' | 'item' | 'path';
  readonly request: RecipeRequest;
  /** The body of the item, without marker. */
  readonly item?: Json;
  /** The writes to the item before, in order. */
  readonly before: readonly RecipeRequest[];
  /** Name of the collection whose items are watched, where what happens to them is the flaw. */
  readonly among?: string;
  /** The status with which it was refused, where its effect is the flaw, or 429. */
  readonly status?: number;
}

export interface RecipeSource {
  readonly findRoute: FindRoute;
  readonly writes: readonly ObservedExchange[];
  readonly collections: readonly Collection[];
  /** Names of collections in which ids are used again for other items. */
  readonly reusing: ReadonlySet<string>;
}

/** Maximum number of earlier writes to an item that are repeated. */
const maxBefore = 12;

export function buildRecipe(observed: ObservedExchange, source: RecipeSource): Recipe | undefined {
  const route = source.findRoute(observed.path);
  const request = buildRequest(observed, route);
  if (route.kind === 'other')
    return isSafeMethod(observed.method) ? { collection: '', on: 'path', request, before: [] } : undefined;
  const common = { collection: route.collection, request };
  if (route.kind === 'collection') return { ...common, on: 'collection', before: [] };
  const created = findCreation(route, observed.n, source);
  // No write is ever sent to the item of another owner, so an unknown id is one that the run invented.
  if (created === undefined) {
    const literal = { ...request, template: observed.path.split('?')[0] ?? '' };
    const mayRepeat = isSafeMethod(observed.method) || !source.reusing.has(route.collection);
    return mayRepeat ? { ...common, on: 'path', request: literal, before: [] } : undefined;
  }
  const before = source.writes.filter(
    ({ n, path }) => n > created.n && n < observed.n && isSameItem(source.findRoute(path), route),
  );
  const collection = source.collections.find(({ name }) => name === route.collection);
  const item = collection && unwrapSent(readExactJson(created.content), collection, created.method);
  return {
    ...common,
    on: 'item',
    before: before.slice(-maxBefore).map((write) => buildRequest(write, source.findRoute(write.path))),
    ...(item !== undefined && { item: removeMarkers(item) }),
  };
}

const isSameItem = (one: Route, other: Route): boolean =>
  one.collection === other.collection && one.id !== undefined && one.id === other.id;

/** The last creation before an exchange that gave this id; where clients choose ids, the first write to it. */
function findCreation(item: Route, before: number, source: RecipeSource) {
  const { collection: name, id } = item;
  const collection = source.collections.find((one) => one.name === name);
  if (collection === undefined || id === undefined) return undefined;
  if (collection.creation?.isNamed) {
    const isFirst = ({ n, path }: ObservedExchange) => n < before && isSameItem(source.findRoute(path), item);
    const first = source.writes.find(isFirst);
    return first && first.method === collection.create?.method && hasStatus(first, 2) ? first : undefined;
  }
  return source.writes.findLast((write) => {
    const { n, method, path, answer } = write;
    if (n >= before || method !== 'POST' || answer === undefined || answer.status > 299) return false;
    const route = source.findRoute(path);
    if (route.collection !== name || route.kind !== 'collection') return false;
    const named = readCreatedIds(write, collection);
    // Where the response names no item, the client may have chosen the id.
    const sent = readIdAsText(collection, unwrapSent(readExactJson(write.content), collection, method));
    return named.includes(id) || (named.length === 0 && sent !== undefined && encodeURIComponent(sent) === id);
  });
}

function buildRequest({ method, path, fields, content, as }: ObservedExchange, route: Route): RecipeRequest {
  const [, query] = path.split('?');
  const body = readExactJson(content);
  return {
    method,
    template: route.template,
    query: query === undefined ? '' : `?${query}`,
    fields,
    ...(body !== undefined ? { body } : content !== undefined && { text: content }),
    ...(as && { as }),
  };
}

/** JSON content that is written again exactly as it was; other content is kept as text. */
export function readExactJson(content: string | undefined): Json | undefined {
  const json = readJson(content);
  return JSON.stringify(json) === content ? json : undefined;
}

const markerPattern = / ?assay-[0-9a-f]{8}-[a-z0-9]+/g;

export function removeMarkers(value: Json): Json {
  if (typeof value === 'string') return value.replace(markerPattern, '');
  if (Array.isArray(value)) return value.map((entry) => removeMarkers(entry as Json));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, removeMarkers(member)]));
}
