import { pause } from '../../model/clock.js';
import { answered, type Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { Doubt } from '../../rule/finding.js';
import type { Item, Items, Making } from '../../rule/items.js';
import { identityFor } from '../identity/identity.js';
import { post, tear } from './create-item.js';
import { enveloped } from './envelope.js';
import { addressOfEntry, byId, idIn, mint } from './item-address.js';
import { dress, type Workshop } from './item-factory.js';
import { handle } from './item-handle.js';
import { firstPage } from './read-page.js';
import { list, page, until, walk } from './walk-list.js';

/** Makes and finds things in one collection, for one case. */
export function itemsOf(given: Workshop): Items {
  const wire = enveloped(given.wire, given.collection);
  const shop = wire === given.wire ? given : { ...given, wire };
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

/** A thing that is found in a listing as it was sent by this run is ours: it stands in the ledger from now on. */
function claim(shop: Workshop, found: Json): Item | undefined {
  const address = addressOfEntry(shop.collection, found);
  const { mark } = shop.ledger.markOf(found, shop.collection, shop.runMark) ?? {};
  if (address === undefined || mark === undefined || shop.collection.standing?.includes(address.id)) return undefined;
  const entry = shop.ledger.claim(shop.collection.name, mark, address.path, shop.collection.path);
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
