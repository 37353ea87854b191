import type { Exchange } from '../../model/exchange.js';
import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';
import { type CaseClient, type CaseRequest, createWith } from '../items/case-client.js';

type Target = Pick<Exchange, 'method' | 'path'>;

/** How content is changed: `put` before it is sent, `open` what a success returns, once for each answer. */
interface Wrapping {
  readonly put: (order: CaseRequest) => CaseRequest;
  readonly open: (json: Json | undefined, target: Target) => Json | undefined;
}

/** Clients that wrap already, and answers that were opened, so that no content is wrapped or unwrapped twice. */
type Handled = WeakSet<object>;
const inLists: Handled = new WeakSet();
const inEnvelopes: Handled = new WeakSet();

function wrapClient(wire: CaseClient, handled: Handled, wrapping: Wrapping): CaseClient {
  if (handled.has(wire)) return wire;
  const { put, open } = wrapping;
  // The parsed JSON is replaced; the text, and so the tape, stay unchanged.
  const opened = <E extends Exchange>(exchange: E): E => {
    const { answer } = exchange;
    if (!answer || answer.status < 200 || answer.status > 299 || handled.has(answer)) return exchange;
    const value = open(answer.json, exchange);
    if (value !== answer.json) {
      handled.add(answer);
      Object.defineProperty(answer, 'json', { value, enumerable: true, configurable: true });
    }
    return exchange;
  };
  const own: CaseClient = {
    ...wire,
    send: async (order) => opened(await wire.send(put(order))),
    trySend: async (order) => opened(await wire.trySend(put(order))),
    abort: (order, how) => wire.abort(put(order), how),
    creating: (create) => createWith(wire, (free) => create(wrapClient(free, handled, wrapping))),
  };
  handled.add(own);
  return own;
}

/** Wraps a client: a creation that takes a list of items is sent with one, and its response is read as that item. */
export function createListClient(wire: CaseClient, { creation, create }: Collection): CaseClient {
  if (!creation?.isList) return wire;
  const isCreation = ({ method, path }: Target) => method === create?.method && path === creation.path;
  return wrapClient(wire, inLists, {
    put: (order) =>
      isCreation(order) && order.json !== undefined && !Array.isArray(order.json)
        ? { ...order, json: [order.json] }
        : order,
    open: (json, target) => (isCreation(target) ? (findOnlyItem(json) ?? json) : json),
  });
}

/** The only entry of a list, or of the only list in an object. */
function findOnlyItem(json: Json | undefined): Json | undefined {
  if (Array.isArray(json)) return json.length === 1 && isObject(json[0]) ? json[0] : undefined;
  const lists = isObject(json) ? Object.values(json).filter((one) => Array.isArray(one) && one.length === 1) : [];
  return lists.length === 1 ? findOnlyItem(lists[0]) : undefined;
}

/** Wraps a client: items of this collection are sent and received in their envelope, and callers see them without it. */
export function createEnvelopeClient(wire: CaseClient, collection: Collection): CaseClient {
  const { envelope } = collection;
  if (envelope === undefined) return wire;
  return wrapClient(wire, inEnvelopes, {
    put: (order) =>
      order.json !== undefined && order.method !== 'GET' && isItemRequest(order, collection)
        ? { ...order, json: wrapContent(envelope, order, order.json) }
        : order,
    open: (json, target) => (isItemRequest(target, collection) ? unwrapContent(envelope, json) : json),
  });
}

/** Requests for the collection and its items; resources below an item have a form of their own. */
function isItemRequest({ method, path }: Target, collection: Collection): boolean {
  if (!/^(GET|POST|PUT|PATCH)$/.test(method)) return false;
  const plain = path.split('?')[0] ?? '';
  const [before = '', after = ''] = (collection.itemPath ?? `${collection.path}/{id}`).split(/\{[^}]+\}/);
  const isItem = plain.startsWith(before) && plain.endsWith(after);
  return (
    plain === collection.path || (isItem && !plain.slice(before.length, plain.length - after.length).includes('/'))
  );
}

function wrapContent(envelope: Envelope, { method, path }: Target, json: Json): Json {
  if (envelope.style === 'member') return envelope.request === undefined ? json : { [envelope.request]: json };
  const id = decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
  return { data: { type: envelope.type, ...(method !== 'POST' && { id }), attributes: json } };
}

function unwrapContent(envelope: Envelope, json: Json | undefined): Json | undefined {
  if (!isObject(json)) return json;
  if (envelope.style === 'member') {
    const inside = envelope.response === undefined ? undefined : getMember(json, envelope.response);
    return isObject(inside) ? inside : json;
  }
  const { data } = json;
  if (Array.isArray(data)) return { ...json, data: data.map((entry) => (isObject(entry) ? flatten(entry) : entry)) };
  return isObject(data) ? flatten(data) : json;
}

/** Flattens a resource object of JSON:API: its attributes beside its id (JSON:API 1.1 §7.2). */
const flatten = ({ attributes, ...own }: JsonObject): JsonObject => ({
  ...own,
  ...(isObject(attributes) ? attributes : {}),
});

/** An item as content in its envelope. */
export const wrapSent = (
  { envelope }: Pick<Collection, 'envelope'>,
  target: Pick<HttpRequest, 'method' | 'path'>,
  json: Json,
): Json => (envelope === undefined ? json : wrapContent(envelope, target, json));

/** The item in content that is sent in its envelope; undefined where it is not in one. */
export function unwrapSent(sent: Json | undefined, { envelope }: Pick<Collection, 'envelope'>): Json | undefined {
  if (envelope === undefined || (envelope.style === 'member' && envelope.request === undefined)) return sent;
  if (!isObject(sent)) return undefined;
  if (envelope.style === 'member') return getMember(sent, envelope.request ?? '');
  return isObject(sent.data) ? sent.data.attributes : undefined;
}
