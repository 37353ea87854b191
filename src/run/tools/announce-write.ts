import { isMarkLost, printsOf } from '../../ledger/body-digest.js';
import type { Entry, Intention, Ledger } from '../../ledger/entry.js';
import type { Prints } from '../../ledger/lines.js';
import { bearingOf, bodyIn, placesOf } from '../../ledger/marker-match.js';
import { answered, type Exchange, type RawExchange } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { Order } from '../../rule/http/request.js';
import { fillingOf } from '../identity/fill-template.js';
import type { Wire } from './case-client.js';
import { addressOf } from './item-address.js';
import { sendOwned } from './send-owned.js';

/** Where what rules send by themselves is announced. */
export interface Desk {
  readonly ledger: Ledger;
  readonly collection: Collection;
  readonly baseUrl: string;
}

/** The wire as rules may use it directly: what it may make, and what it takes a mark from, stands in the ledger before it is sent. */
export function announcing({ send, ask, raw }: Wire, desk: Desk): Pick<Wire, 'send' | 'ask' | 'raw'> {
  return {
    send: (order) => announced(desk, order, send),
    ask: (order) => announced(desk, order, ask),
    raw: (order) => announced(desk, order, raw),
  };
}

/** Writes down what an order is about to do to a thing of ours, by whichever way it is sent. */
export function announceWrite(
  { ledger, collection }: Pick<Desk, 'ledger' | 'collection'>,
  order: Order,
): Entry | undefined {
  const entry = ledger.standing().find(({ path }) => path === order.path);
  if (entry && isMarkLost(order.method, bodyOf(order), entry, collection)) ledger.wrote(entry, writtenBy(order, entry));
  else if (entry) ledger.bears(entry, bearingIn(order, entry.mark, collection, entry.signs));
  return entry;
}

async function announced<E extends Exchange | RawExchange>(
  desk: Desk,
  order: Order,
  go: (order: Order) => Promise<E>,
): Promise<E> {
  const { ledger, collection } = desk;
  const path = order.path.split('?')[0] ?? '';
  if (order.method === 'POST' && path === collection.path) return create(desk, order, go);
  if (order.method === 'POST') ledger.acts(order.path);
  if (order.method === 'PATCH') announceWrite(desk, order);
  if (order.method !== 'PUT' || announceWrite(desk, order) !== undefined) return go(order);
  return fillingOf(collection.itemPath ?? `${collection.path}/{id}`, path) ? put(desk, order, go) : go(order);
}

async function create<E extends Exchange | RawExchange>(
  { ledger, collection, baseUrl }: Desk,
  order: Order,
  go: (order: Order) => Promise<E>,
): Promise<E> {
  const entry = ledger.intend(collection.name, markIn(order) ?? '', {
    at: collection.path,
    ...(order.as && { as: order.as }),
    ...intentionOf(order, collection),
  });
  const exchange = await sendOwned(ledger, entry, () => go(order));
  if (!answered(exchange, 2) || !('text' in (exchange.answer ?? {}))) return exchange;
  const told = addressOf(collection, exchange as Exchange, baseUrl);
  if (told && collection.standing?.includes(told.id)) ledger.gone(entry);
  else if (told) ledger.made(entry, told.path);
  return exchange;
}

/** Where nothing of ours stands, PUT makes something or changes what is somebody else's; only 201 says that it was the former. */
async function put<E extends Exchange | RawExchange>(
  { ledger, collection }: Desk,
  order: Order,
  go: (order: Order) => Promise<E>,
): Promise<E> {
  const mark = markIn(order);
  const entry = ledger.intend(collection.name, mark ?? '', {
    at: collection.path,
    ...intentionOf(order, collection),
  });
  ledger.made(entry, order.path);
  const exchange = await sendOwned(ledger, entry, () => go(order));
  if (answered(exchange, 2) && !answered(exchange, 201)) ledger.gone(entry);
  return exchange;
}

/** PATCH leaves what it does not name as it was. */
const writtenBy = (order: Order, { mark, prints, isUnmarked }: Entry) => ({
  ...(order.method === 'PATCH' && isUnmarked && prints),
  ...printsOf(bodyOf(order), mark),
});

function intentionOf(order: Order, collection: Collection): Intention {
  const mark = markIn(order);
  if (mark === undefined) return { isUnmarked: true, prints: printsOf(bodyOf(order), '') };
  return { bears: bearingIn(order, mark, collection) };
}

/** Digests of the texts in which an order carries a mark, or another sign. */
export const bearingIn = (
  order: Pick<Order, 'json' | 'text'>,
  mark: string,
  collection: Collection,
  signs: readonly string[] = [],
): Prints => bearingOf(bodyOf(order), [mark, ...signs], mark, placesOf(collection));

const bodyOf = ({ json, text }: Pick<Order, 'json' | 'text'>): Json | undefined =>
  text === undefined ? json : bodyIn(text);

const markIn = ({ json, text }: Order): string | undefined =>
  /assay-[0-9a-f]{8}-[a-z0-9]+/.exec(text ?? (isObject(json) ? JSON.stringify(json) : ''))?.[0];
