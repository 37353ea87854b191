import { setTimeout as pause } from 'node:timers/promises';
import {
  answered,
  type Collection,
  type Creation,
  Doubt,
  type Exchange,
  type Item,
  type Items,
  type Json,
  type Making,
  type Order,
  type Tear,
} from '../rule/index.js';
import { type Address, addressOf, addressOfEntry, byId, idIn, mint } from './identify.js';
import { withKey } from './keying.js';
import type { Entry, Ledger } from './ledger.js';
import { list, page, until, walk } from './listing.js';
import { sendOwned } from './own.js';
import { firstPage } from './pages.js';
import { carrying, type Wire } from './wire.js';
import { type Identity, identityFor, longestAt, worded } from './wording.js';

/** What the items of a case are made with. */
export interface Workshop {
  readonly collection: Collection;
  readonly wire: Wire;
  readonly ledger: Ledger;
  readonly baseUrl: string;
  readonly runMark: string;
  readonly document: Json | undefined;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  /** How long what was made is left alone before it is used, in milliseconds. */
  readonly restMs: number;
}

/** Makes and finds things in one collection, for one case. */
export function itemsOf(shop: Workshop): Items {
  const items: Items = {
    post: (body, making) => post(shop, body, making),
    make: (body, making) => make(shop, body, making),
    tear: (body, making) => tear(shop, body, making),
    firstPage: (size) => firstPage(shop.collection, size),
    page: (path) => page(shop, path),
    walk: (walking) => walk(shop, walking),
    claim: (entry) => claim(shop, entry),
    idOf: (representation) => idIn(shop.collection, representation),
    list: (isEnough) => list(shop, isEnough),
    listUntil: (isSettled) => until(() => list(shop), isSettled, shop.collection.consistency.listMs),
    entryOf: (listing, item) => listing.entries.find((entry) => idIn(shop.collection, entry) === item.id),
    any: (body) => (shop.mayWrite && shop.collection.create?.request ? make(shop, body) : firstListed(shop)),
    deleted: (body) => deleted(shop, body),
    unknown: (body) => unknown(shop, body),
  };
  return items;
}

async function post(shop: Workshop, body: Json, making: Making = {}): Promise<Creation> {
  const { entry, order, creation } = prepare(shop, body, making);
  const { ledger, wire, collection } = shop;
  const exchange = await sendOwned(ledger, entry, () => wire.send(order));
  const address = answered(exchange, 2) ? addressOf(collection, exchange, shop.baseUrl) : undefined;
  if (address === undefined) return { ...creation, exchange, item: undefined };
  ledger.made(entry, address.path);
  const { sent } = creation;
  const item = handle(shop, address, { identity: creation, sent, made: exchange, entry, role: making.role });
  return { ...creation, exchange, item };
}

/** What is torn in half cannot have made anything; of the whole, nobody knows until it is asked for again. */
async function tear(shop: Workshop, body: Json, making: Making & { readonly tear: Tear }): Promise<Creation> {
  const { entry, order, creation } = prepare(shop, body, making);
  const exchange = await shop.wire.tear(order, making.tear);
  if (making.tear === 'half') shop.ledger.gone(entry);
  return { ...creation, exchange, item: undefined };
}

/** Words a creation and writes it into the ledger, before anything is sent. */
function prepare(shop: Workshop, body: Json, making: Making) {
  const { collection, ledger } = shop;
  const create = collection.create;
  if (!create) throw new Doubt('setup', `${collection.name} has no POST`);
  const identity = (making.like as Creation & Identity) ?? identityFor(collection, shop.runMark);
  const sent = making.like?.sent ?? dress(shop, body, identity, making.marked);
  const carried = withKey(collection, carrying(sent, create.request?.mediaType), making.key);
  const order: Order = {
    method: 'POST',
    path: collection.path,
    ...(making.text === undefined ? { json: carried.json ?? null } : { text: making.text }),
    headers: { ...carried.headers, ...making.headers },
    ...(making.role && { role: making.role }),
    ...(making.as && { as: making.as }),
  };
  const { mark, uniques } = identity;
  return { entry: ledger.intend(collection.name, mark), order, creation: { sent, mark, uniques } };
}

async function make(shop: Workshop, body: Json, making?: Making): Promise<Item> {
  const { exchange, item } = await post(shop, body, making);
  if (item && shop.restMs > 0) await pause(shop.restMs);
  if (item) return item;
  const { answer, n } = exchange;
  if (answered(exchange, 401, 403))
    throw new Doubt('refused', `creation was refused with ${answer?.status} (exchange ${n})`);
  if (!answered(exchange, 2))
    throw new Doubt('setup', `creation was answered ${answer?.status} (exchange ${n}): ${shortly(exchange)}`);
  throw new Doubt(
    'setup',
    `what was made cannot be addressed: no id at ${shop.collection.id.pointer || '/'} and no Location (exchange ${n})`,
  );
}

/** A thing that carries a mark of this run and is found in a listing is ours: it stands in the ledger from now on. */
function claim(shop: Workshop, found: Json): Item | undefined {
  const address = addressOfEntry(shop.collection, found);
  const mark = new RegExp(`assay-${shop.runMark}-[a-z0-9]+`).exec(JSON.stringify(found))?.[0];
  if (address === undefined || mark === undefined) return undefined;
  const entry = shop.ledger.claim(shop.collection.name, mark, address.path);
  const made = { n: 0, method: 'GET', path: shop.collection.path, answer: undefined, silence: undefined };
  return handle(shop, address, { identity: { mark, uniques: {} }, sent: found, made, entry });
}

function dress({ collection, document }: Workshop, body: Json, identity: Identity, isMarked = false): Json {
  const { marker, create } = collection;
  const limit = marker === undefined ? 0 : longestAt(create?.request?.schema, document, marker);
  return worded(collection, body, identity, limit, isMarked);
}

/** What a handle is for. */
interface Held {
  readonly identity: Identity;
  readonly sent: Json;
  readonly made: Exchange;
  /** Its line in the ledger; what does not stand, or is not ours, has none. */
  readonly entry: Entry | undefined;
  /** Somebody else's: whatever is done to it, it is never cleaned up. */
  readonly isForeign?: boolean;
  readonly role?: 'control' | undefined;
}

function handle(shop: Workshop, address: Address, { identity, sent, made, entry, role, isForeign }: Held): Item {
  const { collection, wire, ledger } = shop;
  let standing = entry;
  const part = { path: address.path, ...(role && { role }) };
  const write = async (method: 'PUT' | 'PATCH', body: Json, mediaType: string | undefined) => {
    const send = () => wire.send({ method, ...part, ...carrying(body, mediaType) });
    if (standing !== undefined || isForeign) return send();
    const own = ledger.intend(collection.name, identity.mark);
    ledger.made(own, address.path);
    const exchange = await sendOwned(ledger, own, send);
    if (answered(exchange, 2)) standing = own;
    return exchange;
  };
  const get = (query = '') =>
    wire.send({
      method: 'GET',
      path: address.path + query,
      headers: { 'cache-control': 'no-cache' },
      ...(role && { role }),
    });
  return {
    ...address,
    sent,
    made,
    worded: (body) => dress(shop, body, identity),
    get,
    getUntil: (isSettled) => until(get, isSettled, collection.consistency.itemMs),
    head: () => wire.send({ method: 'HEAD', ...part, headers: { 'cache-control': 'no-cache' } }),
    put: (body) => write('PUT', body, collection.replace?.request?.mediaType),
    patch: (body) => write('PATCH', body, collection.patch?.request?.mediaType),
    delete: async () => {
      const exchange = await wire.send({ method: 'DELETE', ...part });
      if (!standing || !answered(exchange, 2, 404, 410)) return exchange;
      ledger.gone(standing);
      standing = undefined;
      return exchange;
    },
  };
}

async function firstListed(shop: Workshop): Promise<Item> {
  const { entries, pages } = await list(shop, (found) => found.length > 0);
  const address = entries[0] === undefined ? undefined : addressOfEntry(shop.collection, entries[0]);
  const made = pages[0];
  if (!address || !made)
    throw new Doubt('setup', `${shop.collection.name} lists nothing to look at, and nothing may be made`);
  return handle(shop, address, {
    identity: identityFor(shop.collection, shop.runMark),
    sent: entries[0] ?? null,
    made,
    entry: undefined,
    isForeign: true,
  });
}

async function deleted(shop: Workshop, body: Json): Promise<Item> {
  if (!shop.mayDelete || !shop.collection.remove) throw new Doubt('setup', 'nothing may be deleted to look for');
  const item = await make(shop, body);
  const exchange = await item.delete();
  if (!answered(exchange, 2))
    throw new Doubt('setup', `DELETE was answered ${exchange.answer?.status} (exchange ${exchange.n})`);
  return item;
}

async function unknown(shop: Workshop, body: Json): Promise<Item> {
  const real = await itemsOf(shop).any(body);
  const address = byId(shop.collection, mint(real.id)) ?? { id: mint(real.id), path: '' };
  const path = address.path || real.path.slice(0, real.path.lastIndexOf('/') + 1) + encodeURIComponent(address.id);
  const identity = identityFor(shop.collection, shop.runMark);
  return handle(shop, { id: address.id, path }, { identity, sent: body, made: real.made, entry: undefined });
}

const shortly = ({ answer }: Exchange) => (answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
