import type { Exchange } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { type CaseClient, type CaseRequest, createWith } from '../items/case-client.js';

/** Wraps a client: a creation that takes a list of items is sent with one, and its response is read as that item. */
export function createListClient(wire: CaseClient, collection: Collection): CaseClient {
  const { creation, create: operation } = collection;
  if (!creation?.isList || listClients.has(wire)) return wire;
  const isCreation = ({ method, path }: Pick<Exchange, 'method' | 'path'>) =>
    method === operation?.method && path === creation.path;
  const put = (order: CaseRequest): CaseRequest =>
    isCreation(order) && order.json !== undefined && !Array.isArray(order.json)
      ? { ...order, json: [order.json] }
      : order;
  const opened = <E extends Exchange>(exchange: E): E => {
    if (isCreation(exchange)) unwrapResponse(exchange);
    return exchange;
  };
  const own: CaseClient = {
    ...wire,
    send: async (order) => opened(await wire.send(put(order))),
    trySend: async (order) => opened(await wire.trySend(put(order))),
    abort: (order, how) => wire.abort(put(order), how),
    creating: (create) => createWith(wire, (free) => create(createListClient(free, collection))),
  };
  listClients.add(own);
  return own;
}

/** Clients that do so already, so that no item is wrapped twice. */
const listClients = new WeakSet<CaseClient>();

/** Replaces the parsed JSON of a success by its only item; the text, and so the tape, stay unchanged. */
function unwrapResponse({ answer }: Exchange): void {
  if (!answer || answer.status < 200 || answer.status > 299) return;
  const only = findOnlyItem(answer.json);
  if (only !== undefined) Object.defineProperty(answer, 'json', { value: only, enumerable: true, configurable: true });
}

/** The only entry of a list, or of the only list in an object. */
function findOnlyItem(json: Json | undefined): Json | undefined {
  if (Array.isArray(json)) return json.length === 1 && isObject(json[0]) ? json[0] : undefined;
  const lists = isObject(json)
    ? Object.values(json).filter((member) => Array.isArray(member) && member.length === 1)
    : [];
  return lists.length === 1 ? findOnlyItem(lists[0]) : undefined;
}
