import type { Exchange } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { CaseClient } from './case-client.js';

/** A wire on which items of this collection travel in their envelope, and are bare to whoever sends and reads. */
export function createEnvelopeClient(wire: CaseClient, collection: Collection): CaseClient {
  const { envelope } = collection;
  if (envelope === undefined || envelopeClients.has(wire)) return wire;
  const put = (order: HttpRequest) => (isItemRequest(order, collection) ? wrapRequest(order, envelope) : order);
  const opened = <E extends Exchange>(exchange: E): E => {
    unwrapResponse(exchange, envelope, collection);
    return exchange;
  };
  const own: CaseClient = {
    ...wire,
    send: async (order) => opened(await wire.send(put(order))),
    trySend: async (order) => opened(await wire.trySend(put(order))),
    abort: (order, how) => wire.abort(put(order), how),
  };
  envelopeClients.add(own);
  return own;
}

/** Wires that do so already: nothing travels in two envelopes. */
const envelopeClients = new WeakSet<CaseClient>();

/** Content of the collection itself and of its items; what stands below an item has a form of its own. */
const isItemRequest = ({ method, path }: Pick<HttpRequest, 'method' | 'path'>, collection: Collection): boolean =>
  /^(GET|POST|PUT|PATCH)$/.test(method) && classifyPath(path, collection) !== undefined;

function classifyPath(path: string, collection: Collection): 'collection' | 'item' | undefined {
  const plain = path.split('?')[0] ?? '';
  if (plain === collection.path) return 'collection';
  const [before, after] = (collection.itemPath ?? `${collection.path}/{id}`).split(/\{[^}]+\}/);
  const isItem =
    plain.startsWith(before ?? '') &&
    plain.endsWith(after ?? '') &&
    !plain.slice((before ?? '').length, plain.length - (after ?? '').length).includes('/');
  return isItem ? 'item' : undefined;
}

function wrapRequest(order: HttpRequest, envelope: Envelope): HttpRequest {
  const { json, method, path } = order;
  if (json === undefined || method === 'GET') return order;
  if (envelope.style === 'member')
    return envelope.request === undefined ? order : { ...order, json: { [envelope.request]: json } };
  const id: JsonObject =
    method === 'POST' ? {} : { id: decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '') };
  return { ...order, json: { data: { type: envelope.type, ...id, attributes: json } } };
}

/** Answers that were opened already: reading them again must not open what is inside. */
const unwrappedResponses = new WeakSet<object>();

/** Puts the bare item in place of the JSON that was read; the text, and so the tape, stay as they came. */
function unwrapResponse({ answer, method, path }: Exchange, envelope: Envelope, collection: Collection): void {
  if (!answer || answer.status < 200 || answer.status > 299 || unwrappedResponses.has(answer)) return;
  if (!isItemRequest({ method: method as HttpRequest['method'], path }, collection)) return;
  unwrappedResponses.add(answer);
  const json = answer.json;
  const inside = envelope.style === 'member' ? unwrapMember(json, envelope.response) : unwrapResources(json);
  if (inside !== json) Object.defineProperty(answer, 'json', { value: inside, enumerable: true, configurable: true });
}

function unwrapMember(json: Json | undefined, name: string | undefined): Json | undefined {
  const inside = name !== undefined && isObject(json) ? json[name] : undefined;
  return isObject(inside) ? inside : json;
}

function unwrapResources(json: Json | undefined): Json | undefined {
  if (!isObject(json)) return json;
  const { data } = json;
  if (Array.isArray(data))
    return {
      ...json,
      data: (data as readonly Json[]).map((entry) => (isObject(entry) ? flattenResourceObject(entry) : entry)),
    };
  return isObject(data) ? flattenResourceObject(data) : json;
}

/** A resource object of JSON:API with its attributes beside its id (JSON:API 1.1 §7.2). */
const flattenResourceObject = ({ attributes, ...own }: JsonObject): JsonObject => ({
  ...own,
  ...(isObject(attributes) ? attributes : {}),
});
