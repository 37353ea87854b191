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

/** Makes a thing; what is known of creations in its collection decides whether, and how it is told from others. */
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
  // The first thing carries its mark, so that it can be told from others.
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
    /** Whether it was worded here, and is no repetition. */
    readonly isPlain: boolean;
    readonly bears: BodyDigests;
    /** Where the monitor of what was accepted leads. */
    readonly led: ItemAddress | undefined;
  };

/** What was accepted only is followed to its end. */
async function awaitPostCompletion(
  shop: ItemFactory,
  exchange: Exchange,
  as: CreateOptions['as'],
): Promise<{ exchange: Exchange; led: ItemAddress | undefined }> {
  if (!hasStatus(exchange, 202)) return { exchange, led: undefined };
  const { isDone, address } = await awaitCompletion(shop, exchange, as);
  return { exchange: { ...exchange, isDone }, led: address };
}

/** What was made is where the answer says; so long as none ever said so, it is looked for in the list as well, and told from what was there before. */
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

/** What is not ours is not removed; where it shows our mark all the same, it is told. */
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
      'its address is that of something that was there before, so it is left alone',
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

/** The address of another thing that is made in the same way; undefined where none is. It stands in the ledger if it is another. */
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

/** The address of the entry in the list that shows what nothing else was given, as it was sent; where it is one only. */
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

/** What is torn in half cannot have made anything; of the whole, nobody knows until it is asked for again. */
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
  // Where keys are not heeded, the repetition makes another one, and what it names is not this one.
  else shop.ledger.markUncertain(entry);
  return { n: exchange.n, known: undefined, creation: { ...creation, exchange, item: undefined } };
}

/** Words a creation and writes it into the ledger, before anything is sent. */
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

/** What the ledger keeps of a creation, to find what came of it again. */
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
