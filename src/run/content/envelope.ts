import type { Exchange } from '../../model/exchange.js';
import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';
import { type CaseClient, type CaseRequest, createWith } from '../items/case-client.js';

/**
 * Wraps a client: items of this collection are sent and received in their envelope, and callers see them without it.
 */
export function createEnvelopeClient(wire: CaseClient, collection: Collection): CaseClient {
  const { envelope } = collection;
  if (envelope === undefined || envelopeClients.has(wire)) return wire;
  const put = (order: CaseRequest) => (isItemRequest(order, collection) ? wrapRequest(order, envelope) : order);
  const opened = <E extends Exchange>(exchange: E): E => {
    unwrapResponse(exchange, envelope, collection);
    return exchange;
  };
  const own: CaseClient = {
    ...wire,
    send: async (order) => opened(await wire.send(put(order))),
    trySend: async (order) => opened(await wire.trySend(put(order))),
    abort: (order, how) => wire.abort(put(order), how),
    creating: (create) => createWith(wire, (free) => create(createEnvelopeClient(free, collection))),
  };
  envelopeClients.add(own);
  return own;
}

/** Clients that do so already, so that no item is wrapped twice. */
const envelopeClients = new WeakSet<CaseClient>();

/** Requests for the collection and its items; resources below an item have a form of their own. */
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

function wrapRequest(order: CaseRequest, envelope: Envelope): CaseRequest {
  const { json, method, path } = order;
  return json === undefined || method === 'GET' ? order : { ...order, json: wrapContent(envelope, method, path, json) };
}

function wrapContent(envelope: Envelope, method: HttpRequest['method'], path: string, json: Json): Json {
  if (envelope.style === 'member') return envelope.request === undefined ? json : { [envelope.request]: json };
  const id: JsonObject =
    method === 'POST' ? {} : { id: decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '') };
  return { data: { type: envelope.type, ...id, attributes: json } };
}

/** Responses that were unwrapped already, so that nested content is not unwrapped. */
const unwrappedResponses = new WeakSet<object>();

/** Replaces the parsed JSON by the bare item; the text, and so the tape, stay unchanged. */
function unwrapResponse({ answer, method, path }: Exchange, envelope: Envelope, collection: Collection): void {
  if (!answer || answer.status < 200 || answer.status > 299 || unwrappedResponses.has(answer)) return;
  if (!isItemRequest({ method: method as HttpRequest['method'], path }, collection)) return;
  unwrappedResponses.add(answer);
  const json = answer.json;
  const inside = envelope.style === 'member' ? unwrapMember(json, envelope.response) : unwrapResources(json);
  if (inside !== json) Object.defineProperty(answer, 'json', { value: inside, enumerable: true, configurable: true });
}

/** An item as content in its envelope. */
export const wrapSent = (
  { envelope }: Pick<Collection, 'envelope'>,
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  json: Json,
): Json => (envelope === undefined ? json : wrapContent(envelope, method, path, json));

/** The item in content that is sent in its envelope; undefined where it is not in one. */
export function unwrapSent(sent: Json | undefined, { envelope }: Pick<Collection, 'envelope'>): Json | undefined {
  if (envelope === undefined || (envelope.style === 'member' && envelope.request === undefined)) return sent;
  if (!isObject(sent)) return undefined;
  if (envelope.style === 'member') return getMember(sent, envelope.request ?? '');
  return isObject(sent.data) ? sent.data.attributes : undefined;
}

function unwrapMember(json: Json | undefined, name: string | undefined): Json | undefined {
  const inside = name !== undefined && isObject(json) ? getMember(json, name) : undefined;
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

/** Flattens a resource object of JSON:API: its attributes beside its id (JSON:API 1.1 §7.2). */
const flattenResourceObject = ({ attributes, ...own }: JsonObject): JsonObject => ({
  ...own,
  ...(isObject(attributes) ? attributes : {}),
});
