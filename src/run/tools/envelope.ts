import type { Exchange } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import type { Order } from '../../rule/http/request.js';
import type { Wire } from './case-client.js';

/** A wire on which items of this collection travel in their envelope, and are bare to whoever sends and reads. */
export function enveloped(wire: Wire, collection: Collection): Wire {
  const { envelope } = collection;
  if (envelope === undefined || puttingOn.has(wire)) return wire;
  const put = (order: Order) => (isItemOrder(order, collection) ? wrapped(order, envelope) : order);
  const opened = <E extends Exchange>(exchange: E): E => {
    open(exchange, envelope, collection);
    return exchange;
  };
  const own: Wire = {
    ...wire,
    send: async (order) => opened(await wire.send(put(order))),
    ask: async (order) => opened(await wire.ask(put(order))),
    tear: (order, how) => wire.tear(put(order), how),
  };
  puttingOn.add(own);
  return own;
}

/** Wires that do so already: nothing travels in two envelopes. */
const puttingOn = new WeakSet<Wire>();

/** Content of the collection itself and of its items; what stands below an item has a form of its own. */
const isItemOrder = ({ method, path }: Pick<Order, 'method' | 'path'>, collection: Collection): boolean =>
  /^(GET|POST|PUT|PATCH)$/.test(method) && placeOf(path, collection) !== undefined;

function placeOf(path: string, collection: Collection): 'collection' | 'item' | undefined {
  const plain = path.split('?')[0] ?? '';
  if (plain === collection.path) return 'collection';
  const [before, after] = (collection.itemPath ?? `${collection.path}/{id}`).split(/\{[^}]+\}/);
  const isItem =
    plain.startsWith(before ?? '') &&
    plain.endsWith(after ?? '') &&
    !plain.slice((before ?? '').length, plain.length - (after ?? '').length).includes('/');
  return isItem ? 'item' : undefined;
}

function wrapped(order: Order, envelope: Envelope): Order {
  const { json, method, path } = order;
  if (json === undefined || method === 'GET') return order;
  if (envelope.style === 'member')
    return envelope.request === undefined ? order : { ...order, json: { [envelope.request]: json } };
  const id: JsonObject =
    method === 'POST' ? {} : { id: decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '') };
  return { ...order, json: { data: { type: envelope.type, ...id, attributes: json } } };
}

/** Answers that were opened already: reading them again must not open what is inside. */
const done = new WeakSet<object>();

/** Puts the bare item in place of the JSON that was read; the text, and so the tape, stay as they came. */
function open({ answer, method, path }: Exchange, envelope: Envelope, collection: Collection): void {
  if (!answer || answer.status < 200 || answer.status > 299 || done.has(answer)) return;
  if (!isItemOrder({ method: method as Order['method'], path }, collection)) return;
  done.add(answer);
  const json = answer.json;
  const inside = envelope.style === 'member' ? fromMember(json, envelope.response) : fromResource(json);
  if (inside !== json) Object.defineProperty(answer, 'json', { value: inside, enumerable: true, configurable: true });
}

function fromMember(json: Json | undefined, name: string | undefined): Json | undefined {
  const inside = name !== undefined && isObject(json) ? json[name] : undefined;
  return isObject(inside) ? inside : json;
}

function fromResource(json: Json | undefined): Json | undefined {
  if (!isObject(json)) return json;
  const { data } = json;
  if (Array.isArray(data))
    return { ...json, data: (data as readonly Json[]).map((entry) => (isObject(entry) ? bare(entry) : entry)) };
  return isObject(data) ? bare(data) : json;
}

/** A resource object of JSON:API with its attributes beside its id (JSON:API 1.1 §7.2). */
const bare = ({ attributes, ...own }: JsonObject): JsonObject => ({
  ...own,
  ...(isObject(attributes) ? attributes : {}),
});
