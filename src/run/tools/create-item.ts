import { digestMembers } from '../../ledger/body-digest.js';
import type { Intention, LedgerEntry } from '../../ledger/entry.js';
import type { BodyDigests } from '../../ledger/lines.js';
import { hasMarker, parseSentBody } from '../../ledger/marker-match.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { AbortPoint, HttpRequest } from '../../rule/http/request.js';
import type { CreateOptions, Creation, Item } from '../../rule/items.js';
import { createIdentity, type Identity } from '../identity/identity.js';
import { canCarryMarker } from '../identity/marker-placement.js';
import { digestRequestMarkers } from './announce-write.js';
import { awaitCompletion } from './await-completion.js';
import { buildContent } from './case-client.js';
import { type AddressedCreation, hasIdentityText, isExistingItem, listIdentityTexts } from './detect-reused-ids.js';
import { addIdempotencyKey } from './idempotency-key.js';
import { type ItemAddress, readCreatedAddress, readEntryAddress, readIdAsText } from './item-address.js';
import type { CreationRecord } from './item-addressing.js';
import { type ItemFactory, prepareItemBody } from './item-factory.js';
import { createHandle } from './item-handle.js';
import { sendOwned } from './send-owned.js';
import { listItems, pollUntil } from './walk-list.js';

/** Creates an item with POST; how the item is identified depends on earlier creations in the collection. */
export async function postCreation(shop: ItemFactory, body: Json, making: CreateOptions = {}): Promise<Creation> {
  const { creation } = await shop.addressing.createTracked(shop.collection.name, (isOpen) =>
    postAndLocate(shop, body, making, isOpen),
  );
  return creation;
}

async function postAndLocate(
  shop: ItemFactory,
  body: Json,
  making: CreateOptions,
  isOpen: boolean,
): Promise<CreationRecord & { creation: Creation }> {
  const isPlain = making.text === undefined && making.like === undefined;
  // The first item carries its marker, so that it can be identified.
  const { entry, order, creation } = prepareCreation(
    shop,
    body,
    isOpen && isPlain ? { ...making, marked: true } : making,
  );
  const answer = await sendOwned(shop.ledger, entry, () => shop.wire.send(order));
  const { exchange, led } = await awaitPostCompletion(shop, answer, making.as);
  const posted = {
    ...creation,
    exchange,
    led,
    isOpen,
    isPlain,
    bears: entry.bears ?? {},
    again: () => postSecondItem(shop, body, making),
  };
  const { address, known } = await locateCreated(shop, posted);
  if (known === 'foreign') releaseForeignItem(shop, entry, posted);
  const item = address && registerItem(shop, address, { ...creation, exchange, entry, role: making.role });
  return { n: exchange.n, known, creation: { ...creation, exchange, item } };
}

type PostedCreation = Omit<Creation, 'item'> &
  Identity &
  Pick<AddressedCreation, 'again' | 'isOpen'> & {
    /** Whether the content was generated here and is not a repetition. */
    readonly isPlain: boolean;
    readonly bears: BodyDigests;
    /** Address that the status monitor of an accepted request leads to. */
    readonly led: ItemAddress | undefined;
  };

/** Follows an accepted request (202) until it completes. */
async function awaitPostCompletion(
  shop: ItemFactory,
  exchange: Exchange,
  as: CreateOptions['as'],
): Promise<{ exchange: Exchange; led: ItemAddress | undefined }> {
  if (!hasStatus(exchange, 202)) return { exchange, led: undefined };
  const { isDone, address } = await awaitCompletion(shop, exchange, as);
  return { exchange: { ...exchange, isDone }, led: address };
}

/**
 * Locates a created item by the response; as long as no response of the collection had an address, also by the list.
 */
async function locateCreated(
  shop: ItemFactory,
  sent: PostedCreation,
): Promise<Pick<CreationRecord, 'known'> & { address?: ItemAddress }> {
  const { exchange, led, isOpen, isPlain, again } = sent;
  if (!hasStatus(exchange, 2)) return { known: undefined };
  const told = led ?? readCreatedAddress(shop.collection, exchange, shop.baseUrl);
  if (told && (await isExistingItem({ shop, isOpen: isOpen && isPlain, told, exchange, identity: sent, again })))
    return { known: 'foreign' };
  if (told) return { address: told, known: isPlain ? 'by answer' : undefined };
  const listed = isOpen ? await findByMarker(shop, sent, sent.bears) : undefined;
  return listed ? { address: listed, known: 'by list' } : { known: 'nowhere' };
}

/** An item of another owner is not removed; if it shows our marker, it is reported. */
function releaseForeignItem(
  { ledger, collection, baseUrl }: ItemFactory,
  entry: LedgerEntry,
  { exchange, ...identity }: PostedCreation,
): void {
  const path = readCreatedAddress(collection, exchange, baseUrl)?.path;
  if (path === undefined || !hasIdentityText(exchange, identity)) ledger.recordGone(entry);
  else
    ledger.recordLeftover(
      entry,
      path,
      'its address belongs to an item that existed before, so it is not removed',
      true,
    );
}

type CreatedItemParts = Omit<Creation, 'item'> &
  Identity & { readonly entry: LedgerEntry; readonly role: CreateOptions['role'] };

function registerItem(
  shop: ItemFactory,
  address: ItemAddress,
  { entry, role, exchange, sent, ...identity }: CreatedItemParts,
): Item {
  shop.ledger.recordCreated(entry, address.path);
  return createHandle(shop, address, { identity, sent, made: exchange, entry, role });
}

/**
 * Returns the address of a second item created in the same way, if it has one, to be entered in the ledger when it is
 * another item.
 */
async function postSecondItem(
  shop: ItemFactory,
  body: Json,
  making: CreateOptions,
): Promise<{ path: string; own(): void } | undefined> {
  const { entry, order } = prepareCreation(shop, body, { ...making, marked: true, role: 'control' });
  const { exchange, led } = await awaitPostCompletion(
    shop,
    await sendOwned(shop.ledger, entry, () => shop.wire.send(order)),
    making.as,
  );
  const address = hasStatus(exchange, 2)
    ? (led ?? readCreatedAddress(shop.collection, exchange, shop.baseUrl))
    : undefined;
  if (!address) return undefined;
  shop.ledger.recordGone(entry);
  return { path: address.path, own: () => shop.ledger.recordCreated(entry, address.path) };
}

/** Returns the address of the single list entry that shows the marker as it was sent. */
async function findByMarker(
  shop: ItemFactory,
  { mark }: Identity,
  bears: BodyDigests,
): Promise<ItemAddress | undefined> {
  const { list: operation, consistency, marker, standing = [] } = shop.collection;
  if (operation === undefined) return undefined;
  const isOurs = (entry: Json) =>
    hasMarker(entry, { mark, bears }, marker) && !standing.includes(readIdAsText(shop.collection, entry) ?? '');
  const look = () => listItems(shop, (entries) => entries.some(isOurs));
  const { entries } = await pollUntil(look, (listing) => listing.entries.some(isOurs), consistency.listMs);
  const [found, ...others] = entries.filter(isOurs);
  return found === undefined || others.length > 0 ? undefined : readEntryAddress(shop.collection, found);
}

/**
 * A request aborted in the middle creates nothing; after a complete one, the outcome is unknown until it is repeated.
 */
export async function abortCreation(
  shop: ItemFactory,
  body: Json,
  making: CreateOptions & { readonly tear: AbortPoint },
): Promise<Creation> {
  const { creation } = await shop.addressing.createTracked(shop.collection.name, () => sendAborted(shop, body, making));
  return creation;
}

async function sendAborted(shop: ItemFactory, body: Json, making: CreateOptions & { readonly tear: AbortPoint }) {
  const { entry, order, creation } = prepareCreation(shop, body, making);
  const exchange = await shop.wire.abort(order, making.tear);
  if (making.tear === 'half') shop.ledger.recordGone(entry);
  // If the service ignores keys, the repetition creates another item, and its response does not name this one.
  else shop.ledger.markUncertain(entry);
  return { n: exchange.n, known: undefined, creation: { ...creation, exchange, item: undefined } };
}

/** Prepares a creation and enters it in the ledger before it is sent. */
function prepareCreation(shop: ItemFactory, body: Json, making: CreateOptions) {
  const { collection, ledger } = shop;
  const create = collection.create;
  if (!create) throw new InconclusiveError('setup', `${collection.name} has no POST`);
  const identity = (making.like as Creation & Identity) ?? createIdentity(shop.runMark);
  const sent =
    making.like?.sent ??
    prepareItemBody(shop, body, identity, making.marked ?? canCarryMarker(collection, body, shop.document));
  const carried = addIdempotencyKey(collection, buildContent(sent, create.request?.mediaType), making.key);
  const order: HttpRequest = {
    method: 'POST',
    path: collection.path,
    ...(making.text === undefined ? { json: carried.json ?? null } : { text: making.text }),
    headers: { ...carried.headers, ...making.headers },
    ...(making.role && { role: making.role }),
    ...(making.as && { as: making.as }),
  };
  const entry = ledger.intend(collection.name, identity.mark, buildIntention(shop, order, identity));
  return { entry, order, creation: { ...identity, sent } };
}

/** What the ledger stores about a creation, to find its outcome later. */
function buildIntention({ collection }: ItemFactory, { json, text, as }: HttpRequest, identity: Identity): Intention {
  const [mark = '', ...signs] = listIdentityTexts(identity);
  const shown = text ?? JSON.stringify(json);
  let small: string | undefined;
  const isShown = (sign: string): boolean => {
    if (shown.includes(sign)) return true;
    small ??= shown.toLowerCase();
    return small.includes(sign.toLowerCase());
  };
  const seen = signs.filter(isShown);
  const body = text === undefined ? json : parseSentBody(text);
  const isUnmarked = seen.length === 0 && !isShown(mark);
  return {
    at: collection.path,
    ...(as && { as }),
    ...(seen.length > 0 && { signs: seen }),
    ...(isUnmarked
      ? { isUnmarked, prints: digestMembers(body, mark) }
      : { bears: digestRequestMarkers({ json: body }, mark, collection, seen) }),
  };
}
