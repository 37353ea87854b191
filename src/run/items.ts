import { setTimeout as pause } from 'node:timers/promises';
import {
  answered,
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
import type { Made } from './addressing.js';
import { enveloped } from './envelope.js';
import { handle } from './handle.js';
import { type Address, addressOf, addressOfEntry, byId, idIn, mint } from './identify.js';
import { withKey } from './keying.js';
import type { Entry } from './ledger.js';
import { list, page, until, walk } from './listing.js';
import { sendOwned } from './own.js';
import { type Answered, isForeign, signsOf } from './ownership.js';
import { firstPage } from './pages.js';
import { carrying } from './wire.js';
import { type Identity, identityFor } from './wording.js';
import { dress, type Workshop } from './workshop.js';

/** Makes and finds things in one collection, for one case. */
export function itemsOf({ wire, ...rest }: Workshop): Items {
  const shop = { ...rest, wire: enveloped(wire, rest.collection) };
  const items: Items = {
    post: (body, making) => post(shop, body, making),
    make: (body, making) => make(shop, body, making),
    draft: (body) => dress(shop, body, identityFor(shop.runMark), true),
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
  const { creation } = await shop.addressing.making(shop.collection.name, (isOpen) =>
    postOne(shop, body, making, isOpen),
  );
  return creation;
}

async function postOne(
  shop: Workshop,
  body: Json,
  making: Making,
  isOpen: boolean,
): Promise<Made & { creation: Creation }> {
  const isPlain = making.text === undefined && making.like === undefined;
  // The first thing carries its mark, so that it can be told from others.
  const { entry, order, creation } = prepare(shop, body, isOpen && isPlain ? { ...making, marked: true } : making);
  const exchange = await sendOwned(shop.ledger, entry, () => shop.wire.send(order));
  const posted = { ...creation, exchange, isOpen, isPlain, again: () => twinOf(shop, body, making) };
  const { address, known } = await whereabouts(shop, posted);
  if (known === 'foreign') shop.ledger.gone(entry);
  const item = address && itemAt(shop, address, { ...creation, exchange, entry, role: making.role });
  return { n: exchange.n, known, creation: { ...creation, exchange, item } };
}

type Sent = Omit<Creation, 'item'> &
  Identity &
  Pick<Answered, 'again' | 'isOpen'> & {
    /** Whether it was worded here, and is no repetition. */
    readonly isPlain: boolean;
  };

/** What was made is where the answer says; so long as none ever said so, it is looked for in the list as well, and told from what was there before. */
async function whereabouts(shop: Workshop, sent: Sent): Promise<Pick<Made, 'known'> & { address?: Address }> {
  const { exchange, isOpen, isPlain, again } = sent;
  if (!answered(exchange, 2)) return { known: undefined };
  const told = addressOf(shop.collection, exchange, shop.baseUrl);
  if (told && (await isForeign({ shop, isOpen: isOpen && isPlain, told, exchange, identity: sent, again })))
    return { known: 'foreign' };
  if (told) return { address: told, known: isPlain ? 'by answer' : undefined };
  const listed = isOpen ? await foundByMark(shop, sent) : undefined;
  return listed ? { address: listed, known: 'by list' } : { known: 'nowhere' };
}

type Posted = Omit<Creation, 'item'> & Identity & { readonly entry: Entry; readonly role: Making['role'] };

function itemAt(shop: Workshop, address: Address, { entry, role, exchange, sent, ...identity }: Posted): Item {
  shop.ledger.made(entry, address.path);
  return handle(shop, address, { identity, sent, made: exchange, entry, role });
}

/** The address of another thing that is made in the same way; undefined where none is. It stands in the ledger if it is another. */
async function twinOf(shop: Workshop, body: Json, making: Making): Promise<{ path: string; own(): void } | undefined> {
  const { entry, order } = prepare(shop, body, { ...making, marked: true, role: 'control' });
  const exchange = await sendOwned(shop.ledger, entry, () => shop.wire.send(order));
  const address = answered(exchange, 2) ? addressOf(shop.collection, exchange, shop.baseUrl) : undefined;
  if (!address) return undefined;
  shop.ledger.gone(entry);
  return { path: address.path, own: () => shop.ledger.made(entry, address.path) };
}

/** The address of the entry in the list that carries the mark or a value that nothing else was given. */
async function foundByMark(shop: Workshop, identity: Identity): Promise<Address | undefined> {
  const { list: operation, consistency } = shop.collection;
  if (operation === undefined) return undefined;
  const signs = signsOf(identity);
  const isOurs = (entry: Json) => signs.some((sign) => JSON.stringify(entry).includes(sign));
  const look = () => list(shop, (entries) => entries.some(isOurs));
  const { entries } = await until(look, (listing) => listing.entries.some(isOurs), consistency.listMs);
  const found = entries.find(isOurs);
  return found === undefined ? undefined : addressOfEntry(shop.collection, found);
}

/** What is torn in half cannot have made anything; of the whole, nobody knows until it is asked for again. */
async function tear(shop: Workshop, body: Json, making: Making & { readonly tear: Tear }): Promise<Creation> {
  const { creation } = await shop.addressing.making(shop.collection.name, () => tearOne(shop, body, making));
  return creation;
}

async function tearOne(shop: Workshop, body: Json, making: Making & { readonly tear: Tear }) {
  const { entry, order, creation } = prepare(shop, body, making);
  const exchange = await shop.wire.tear(order, making.tear);
  if (making.tear === 'half') shop.ledger.gone(entry);
  return { n: exchange.n, known: undefined, creation: { ...creation, exchange, item: undefined } };
}

/** Words a creation and writes it into the ledger, before anything is sent. */
function prepare(shop: Workshop, body: Json, making: Making) {
  const { collection, ledger } = shop;
  const create = collection.create;
  if (!create) throw new Doubt('setup', `${collection.name} has no POST`);
  const identity = (making.like as Creation & Identity) ?? identityFor(shop.runMark);
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
  return { entry: ledger.intend(collection.name, identity.mark, making.as), order, creation: { ...identity, sent } };
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
  return handle(shop, address, { identity: { mark, word: '', uniques: {} }, sent: found, made, entry });
}

async function firstListed(shop: Workshop): Promise<Item> {
  const { entries, pages } = await list(shop, (found) => found.length > 0);
  const address = entries[0] === undefined ? undefined : addressOfEntry(shop.collection, entries[0]);
  const made = pages[0];
  if (!address || !made)
    throw new Doubt('setup', `${shop.collection.name} lists nothing to look at, and nothing may be made`);
  return handle(shop, address, {
    identity: identityFor(shop.runMark),
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
  const identity = identityFor(shop.runMark);
  return handle(shop, { id: address.id, path }, { identity, sent: body, made: real.made, entry: undefined });
}

const shortly = ({ answer }: Exchange) => (answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
