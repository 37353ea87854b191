import { pause } from '../../model/clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { CreateOptions, Creation, Item, Items } from '../../rule/items.js';
import { createEnvelopeClient } from '../content/envelope.js';
import { createListClient } from '../content/list-content.js';
import { reduceToRequired } from '../content/required-members.js';
import { createIdentity } from '../identity/identity.js';
import { usualMaxItems } from '../run-limits.js';
import { abortCreation, postCreation } from './create-item.js';
import { buildItemAddress, generateUnusedId, readEntryAddress, readIdAsText } from './item-address.js';
import { type ItemFactory, prepareItemBody } from './item-factory.js';
import { createHandle } from './item-handle.js';
import { buildFirstPagePath } from './read-page.js';
import { fetchPage, listItems, pollUntil, walkPages } from './walk-list.js';

/** What the setup of a case does beyond what rules can do. */
export interface SetupItems extends Items {
  /** The existing item at this place of the list, counted from 0, or the last one. The run never changes it. */
  findListed(place: number): Promise<Item>;
}

/** Creates and finds items of one collection, for one case. */
export function createItems(given: ItemFactory): SetupItems {
  const wire = createEnvelopeClient(createListClient(given.wire, given.collection), given.collection);
  const shop = wire === given.wire ? given : { ...given, wire };
  const items: SetupItems = {
    maxItems: shop.collection.remove ? shop.maxItems : Math.min(shop.maxItems, usualMaxItems),
    post: (body, making) => post(shop, body, making),
    create: (body, making) => createItem(shop, body, making),
    draft: (body) => prepareItemBody(shop, body, createIdentity(shop.runMark), true),
    abort: (body, making) => abortCreation(shop, body, making),
    firstPage: (size, query) => buildFirstPagePath(shop.collection, size, query),
    page: (path) => fetchPage(shop, path),
    walk: (walking) => walkPages(shop, walking),
    claim: (entry) => claimItem(shop, entry),
    readId: (representation) => readIdAsText(shop.collection, representation),
    list: (isEnough) => listItems(shop, isEnough),
    listUntil: (isSettled) => pollUntil(() => listItems(shop), isSettled, shop.collection.consistency.listMs),
    findEntry: (listing, item) => listing.entries.find((entry) => readIdAsText(shop.collection, entry) === item.id),
    getAny: (body) => createOrFind(shop, body),
    createDeleted: (body) => createDeletedItem(shop, body),
    getUnknown: (body) => buildUnknownItem(shop, body),
    findListed: (place) => findListed(shop, place),
  };
  return items;
}

function post(shop: ItemFactory, body: Json, making?: CreateOptions): Promise<Creation> {
  const reduced = making?.isMinimal
    ? reduceToRequired({ body, collection: shop.collection }, shop.document)
    : undefined;
  return reduced
    ? postCreation({ ...shop, collection: reduced.collection }, reduced.body, making)
    : postCreation(shop, body, making);
}

async function createItem(shop: ItemFactory, body: Json, making?: CreateOptions): Promise<Item> {
  const { exchange, item } = await post(shop, body, making);
  if (item && shop.restMs > 0) await pause(shop.restMs);
  if (item) return item;
  const { answer, n } = exchange;
  if (hasStatus(exchange, 401, 403))
    throw new InconclusiveError('refused', `the service refused the creation with ${answer?.status} (exchange ${n})`);
  if (!hasStatus(exchange, 2))
    throw new InconclusiveError(
      'setup',
      `the service answered the creation with ${answer?.status} (exchange ${n}): ${summarizeBody(exchange)}`,
    );
  throw new InconclusiveError(
    'setup',
    `the created item has no known address: no id at ${shop.collection.id.pointer || '/'} and no Location (exchange ${n})`,
  );
}

/** Enters a listed item in the ledger if it shows what this run sent. */
function claimItem(shop: ItemFactory, found: Json): Item | undefined {
  const address = readEntryAddress(shop.collection, found);
  const { mark } = shop.ledger.findMarker(found, shop.collection, shop.runMark) ?? {};
  if (address === undefined || mark === undefined || shop.collection.standing?.includes(address.id)) return undefined;
  const entry = shop.ledger.claim(shop.collection.name, mark, address.path, shop.collection.path);
  const made = { n: 0, method: 'GET', path: shop.collection.path, answer: undefined, silence: undefined };
  return createHandle(shop, address, { identity: { mark, word: '', uniques: {} }, sent: found, made, entry });
}

/** Where nothing more may be created, rules that only read share an existing item. */
async function createOrFind(shop: ItemFactory, body: Json): Promise<Item> {
  if (!shop.mayWrite || !shop.collection.create?.request) return findListed(shop, 0);
  try {
    return await createItem(shop, body);
  } catch (error) {
    const isStopped =
      error instanceof InconclusiveError && shop.addressing.findWhyClosed(shop.collection.name) !== undefined;
    if (!isStopped || shop.collection.list === undefined) throw error;
    return findListed(shop, 0);
  }
}

async function findListed(shop: ItemFactory, place: number): Promise<Item> {
  const { entries, pages } = await listItems(shop, (found) => found.length > place);
  const entry = entries[place] ?? entries.at(-1);
  const address = entry === undefined ? undefined : readEntryAddress(shop.collection, entry);
  const made = pages[0];
  if (!address || !made) throw new InconclusiveError('setup', explainEmptyList(shop));
  shop.ledger.recordForeign(address.path);
  return createHandle(shop, address, {
    identity: createIdentity(shop.runMark),
    sent: entry ?? null,
    made,
    entry: undefined,
  });
}

function explainEmptyList({ collection: { name, create }, mayWrite }: ItemFactory): string {
  if (!mayWrite) return `${name} lists no items, and the run may not create any (--permit writes)`;
  return `${name} lists no items, and ${create?.request ? 'no more are created' : 'none is created (resources[].create)'}`;
}

async function createDeletedItem(shop: ItemFactory, body: Json): Promise<Item> {
  if (!shop.mayDelete || !shop.collection.remove)
    throw new InconclusiveError('setup', 'the run may not delete an item to request it afterwards');
  const item = await createItem(shop, body);
  const exchange = await item.delete();
  if (!hasStatus(exchange, 2))
    throw new InconclusiveError('setup', `DELETE returned ${exchange.answer?.status} (exchange ${exchange.n})`);
  return item;
}

async function buildUnknownItem(shop: ItemFactory, body: Json): Promise<Item> {
  const real = await createItems(shop).getAny(body);
  const address = buildItemAddress(shop.collection, generateUnusedId(real.id)) ?? {
    id: generateUnusedId(real.id),
    path: '',
  };
  const path = address.path || real.path.slice(0, real.path.lastIndexOf('/') + 1) + encodeURIComponent(address.id);
  const identity = createIdentity(shop.runMark);
  return createHandle(shop, { id: address.id, path }, { identity, sent: body, made: real.createdBy, entry: undefined });
}

const summarizeBody = ({ answer }: Exchange) => (answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
