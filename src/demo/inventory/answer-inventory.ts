import { createHash } from 'node:crypto';
import { findCaller } from '../service/access/callers.js';
import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
  createProblemWithHeaders,
} from '../service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../service/http/json.js';
import { type Request, splitTarget } from '../service/http/request.js';
import { isStrongMatch, isWeakMatch } from '../service/orders/preconditions.js';
import type { Settings } from '../service/settings.js';
import { createInventoryDocument } from './document.js';
import {
  findInventoryRoute,
  type InventoryResource,
  type InventoryRoute,
  inventoryPaths,
  listInventoryMethods,
} from './routes.js';
import { type Entry, firstProducts, type Stock } from './stock.js';
import { readBody, refuseUnconditional, type SingleWrite, writeNotice, writeSettings } from './write-single.js';

export interface InventoryVisit extends InventoryRoute, SingleWrite {
  readonly query: URLSearchParams;
}

export type InventoryFault = (visit: InventoryVisit, next: (visit?: InventoryVisit) => Answer) => Answer;

export function answerInventory(stock: Stock, settings: Settings, request: Request, fault?: InventoryFault): Answer {
  stock.requests += 1;
  const { path, query } = splitTarget(request);
  const route = findInventoryRoute(path);
  if (!route) return createProblem(404, 'There is nothing at this path.');
  const visit = { ...route, method: request.method, query, request, settings, stock };
  return fault ? fault(visit, (changed = visit) => answerVisit(changed)) : answerVisit(visit);
}

function answerVisit(visit: InventoryVisit): Answer {
  const { method, resource, settings, request, query } = visit;
  const isPublic = resource === 'index' || resource === 'document';
  if (settings.access !== 'open' && !isPublic) {
    const caller = findCaller(settings.access, { ...request, query });
    if (caller === undefined || caller.role === 'expired')
      return createProblemWithHeaders(401, 'Credentials are required.', {
        'www-authenticate': 'Bearer realm="inventory"',
      });
    if (caller.role === 'limited' && !/^(GET|HEAD|OPTIONS)$/.test(method))
      return createProblem(403, 'This caller may only read.');
  }
  const methods = listInventoryMethods(resource);
  if (method === 'OPTIONS') return createEmptyAnswer(204, { allow: methods.join(', ') });
  if (!methods.includes(method))
    return createProblemWithHeaders(405, `${method} is not allowed here.`, { allow: methods.join(', ') });
  if (hasUnknownQuery(visit)) return createProblem(400, 'A query parameter is not known.');
  return method === 'GET' || method === 'HEAD' ? addEntityTag(visit, read(visit)) : write(visit);
}

const hasUnknownQuery = ({ resource, query, settings }: InventoryVisit) =>
  settings.hasStrictQueries &&
  [...query.keys()].some((name) => !knownQueries[resource]?.includes(name) && name !== 'api_key');

const knownQueries: Readonly<Partial<Record<InventoryResource, readonly string[]>>> = {
  search: ['q', 'limit'],
  products: ['limit', 'offset'],
};

type Reader = (visit: InventoryVisit) => Answer;

/** What GET returns for each resource that is not below the warehouses. */
const readers: Readonly<Partial<Record<InventoryResource, Reader>>> = {
  index: () => createJsonAnswer(200, createIndex()),
  document: ({ settings }) => createJsonAnswer(200, createInventoryDocument(settings)),
  settings: ({ settings, stock }) =>
    createJsonAnswer(200, { ...stock.settings, ...(settings.hasStatistics && { requests: stock.requests }) }),
  notice: ({ stock }) => answerFound(stock.notice),
  status: ({ stock }) => createJsonAnswer(200, { up: true, requests: stock.requests }),
  tags: ({ stock }) => createJsonAnswer(200, stock.tags),
  labels: ({ stock }) => createJsonAnswer(200, stock.labels),
  label: ({ stock: { labels }, ids: [name = ''] }) =>
    answerFound(Object.hasOwn(labels, name) ? labels[name] : undefined),
  products: ({ query, stock }) => listProducts(query, [...stock.products.values()]),
  search: ({ query, stock }) => searchProducts(query, [...stock.products.values()]),
  product: ({ stock, ids: [sku = ''] }) => answerFound(stock.products.get(sku)),
  stop: ({ stock }) => causeEffect(stock, 'stop'),
};

const read: Reader = (visit) => readers[visit.resource]?.(visit) ?? readNested(visit.resource, visit.ids, visit.stock);

const createIndex = (): JsonObject =>
  Object.fromEntries(
    inventoryPaths
      .filter(([resource, path]) => /^\/\w+$/.test(path) && resource !== 'document')
      .map(([resource, path]) => [resource, path]),
  );

/** An effect that GET should not have; an audit must never cause it. */
function causeEffect({ effects }: Stock, name: string): Answer {
  effects.set(name, (effects.get(name) ?? 0) + 1);
  return createEmptyAnswer(204);
}

const answerFound = (found: Json | undefined): Answer =>
  found === undefined ? createProblem(404, 'There is no such item.') : createJsonAnswer(200, found);

function listProducts(query: URLSearchParams, all: readonly JsonObject[]): Answer {
  const [limit, offset] = [query.get('limit') ?? '50', query.get('offset') ?? '0'];
  if (!/^([1-9]|[1-4]\d|50)$/.test(limit)) return createProblem(400, 'limit is a whole number from 1 to 50.');
  if (!/^\d{1,9}$/.test(offset)) return createProblem(400, 'offset is a whole number from 0.');
  const end = Number(offset) + Number(limit);
  const link = `</products?limit=${limit}&offset=${end}>; rel="next"`;
  return createJsonAnswer(200, all.slice(Number(offset), end), end < all.length ? { link } : undefined);
}

function searchProducts(query: URLSearchParams, all: readonly JsonObject[]): Answer {
  const limit = query.get('limit') ?? '50';
  if (query.get('q') === null) return createProblem(400, 'The query parameter q is missing.');
  if (!/^\d{1,3}$/.test(limit)) return createProblem(400, 'limit is a whole number from 1 to 50.');
  const word = (query.get('q') ?? '').toLowerCase();
  const found = all.filter(({ name }) => String(name).toLowerCase().includes(word));
  return createJsonAnswer(200, found.slice(0, Number(limit)), { 'x-total-count': String(found.length) });
}

/** Lists and items below warehouses; a missing parent is 404, too. */
function readNested(resource: string, [first, second, third]: readonly string[], { warehouses }: Stock): Answer {
  const find = <T extends Entry>(entries: readonly T[], id: string | undefined) =>
    entries.find((one) => String(one.id) === id);
  if (resource === 'warehouses') return createJsonAnswer(200, warehouses.map(showEntry));
  const warehouse = find(warehouses, first);
  if (resource === 'warehouse' || !warehouse) return answerFound(warehouse && showEntry(warehouse));
  if (resource === 'shelves') return createJsonAnswer(200, warehouse.shelves.map(showEntry));
  const shelf = find(warehouse.shelves, second);
  if (resource === 'shelf' || !shelf) return answerFound(shelf && showEntry(shelf));
  if (resource === 'boxes') return createJsonAnswer(200, shelf.boxes.map(showEntry));
  const box = find(shelf.boxes, third);
  return answerFound(box && showEntry(box));
}

const showEntry = ({ id, name }: Entry): JsonObject => ({ id, name });

/** GET with the current entity tag returns 304 (RFC 9110 §13.1.2). */
function addEntityTag({ request, resource }: InventoryVisit, answer: Answer): Answer {
  if (answer.status !== 200 || resource === 'status') return answer;
  const tag = createTag(answer.body);
  return isWeakMatch(request.headers['if-none-match'] ?? '', tag)
    ? createEmptyAnswer(304, { etag: tag })
    : { ...answer, headers: { ...answer.headers, etag: tag } };
}

const createTag = (body: Json | undefined): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16)}"`;

/** A write with an entity tag that is not the current one changes nothing (RFC 9110 §13.1.1). */
function refuseStaleTag({ headers }: Request, stored: JsonObject | undefined): Answer | undefined {
  const wanted = headers['if-match'];
  if (wanted === undefined) return undefined;
  return isStrongMatch(wanted, stored && createTag(stored)) ? undefined : createProblem(412, 'If-Match does not hold.');
}

/** Imports are never written by an audit. */
function write(visit: InventoryVisit): Answer {
  const { resource, stock } = visit;
  if (resource === 'product') return writeProduct(visit);
  if (resource === 'settings' || resource === 'notice') return writeSingle(resource, visit);
  const answer = causeEffect(stock, resource);
  return resource === 'import' ? createEmptyAnswer(202) : answer;
}

function writeSingle(resource: 'settings' | 'notice', visit: InventoryVisit): Answer {
  const stored = visit.stock[resource];
  const isNew = visit.method === 'POST' || stored === undefined;
  const refused = isNew ? undefined : (refuseUnconditional(visit) ?? refuseStaleTag(visit.request, stored));
  return refused ?? (resource === 'settings' ? writeSettings(visit) : writeNotice(visit));
}

/** The client chooses the sku of a product. */
function writeProduct({ method, ids: [sku = ''], request, stock, settings }: InventoryVisit): Answer {
  const stopped = refuseStaleTag(request, stock.products.get(sku));
  if (stopped) return stopped;
  if (method === 'DELETE') {
    if (!stock.products.delete(sku)) return createProblem(404, 'There is no such product.');
    return createEmptyAnswer(204);
  }
  return putProduct(sku, request, stock, settings);
}

function putProduct(sku: string, request: Request, { products }: Stock, { hasTakenNames }: Settings): Answer {
  const body = readBody(request);
  if ('problem' in body) return body.problem;
  const { content } = body;
  if (!isObject(content) || !isProduct(content)) return createProblem(422, 'A product has a name and a price.');
  const { name = null, price = null, note = '' } = content;
  if (hasTakenNames && firstProducts.some((first) => first.sku !== sku && first.name === name))
    return createProblem(422, 'Another product has this name.');
  const isNew = !products.has(sku);
  const stored = { sku, name, price, note };
  products.set(sku, stored);
  return createJsonAnswer(isNew ? 201 : 200, stored, isNew ? { location: `/products/${encodeURIComponent(sku)}` } : {});
}

const isProduct = ({ name, price, note = '' }: JsonObject): boolean =>
  typeof note === 'string' &&
  [...note].length <= 200 &&
  typeof name === 'string' &&
  [...name].length >= 1 &&
  [...name].length <= 60 &&
  Number.isSafeInteger(price) &&
  Number(price) >= 0 &&
  Number(price) <= 100_000;
