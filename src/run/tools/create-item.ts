import type { LedgerEntry } from '../../ledger/entry.js';
import type { BodyDigests } from '../../ledger/lines.js';
import { hasMarker } from '../../ledger/marker-match.js';
import { permitWrite } from '../../ledger/permit-write.js';
import { UnsentError } from '../../limits/request-meter.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { AbortPoint } from '../../rule/http/request.js';
import type { CreateOptions, Creation, Item } from '../../rule/items.js';
import type { Identity } from '../identity/identity.js';
import { createRemovalTrial } from '../writes/removal-trial.js';
import { sendOwned } from '../writes/send-owned.js';
import { awaitCompletion } from './await-completion.js';
import { createWith } from './case-client.js';
import { type AddressedCreation, hasIdentityText, isExistingItem } from './detect-reused-ids.js';
import { type ItemAddress, readCreatedAddress, readEntryAddress, readIdAsText } from './item-address.js';
import type { CreationRecord } from './item-addressing.js';
import type { ItemFactory } from './item-factory.js';
import { createHandle } from './item-handle.js';
import { prepareCreation } from './prepare-creation.js';
import { resolveAddress } from './resolve-address.js';
import { listItems, pollUntil } from './walk-list.js';

/** Creates an item; how the item is identified depends on earlier creations in the collection. */
export async function postCreation(shop: ItemFactory, body: Json, making: CreateOptions = {}): Promise<Creation> {
  const { name } = shop.collection;
  const { creation } = await createWith(shop.wire, (wire) => {
    const free = { ...shop, wire };
    return shop.addressing.createTracked(
      name,
      (isOpen) => postAndLocate(free, body, making, isOpen, shop),
      createRemovalTrial(free, body, (tried) => postAndLocate(free, tried, { role: 'control' }, true)),
    );
  });
  if (creation.item) shop.addressing.recordCreatedId(name, creation.item.id);
  return creation;
}

/** Creates an item, for one who then uses it with `user`, and finds its address. */
async function postAndLocate(
  shop: ItemFactory,
  body: Json,
  making: CreateOptions,
  isOpen: boolean,
  user = shop,
): Promise<CreationRecord & { creation: Creation }> {
  const isPlain = making.text === undefined && making.like === undefined;
  // The first item carries its marker, so that it can be identified.
  const { entry, order, creation, chosen } = prepareCreation(
    shop,
    body,
    isOpen && isPlain ? { ...making, marked: true } : making,
  );
  const answer = await sendOwned(shop.ledger, entry, () => shop.wire.send({ ...order, record: permitWrite(entry) }));
  const { exchange, led } = await awaitPostCompletion(shop, answer, making.as);
  const posted = {
    ...creation,
    exchange,
    led: chosen ?? led,
    isOpen,
    isPlain,
    bears: entry.bears ?? {},
    again: () => postSecondItem(shop, body, making),
  };
  const { address, known } = await locateCreated(shop, posted);
  if (known === 'foreign') releaseForeignItem(shop, entry, posted);
  const item = address && registerItem(user, address, { ...creation, exchange, entry, role: making.role });
  if (isPlain && item !== undefined) shop.addressing.recordWorkingBody(shop.collection.name, body);
  return { n: exchange.n, known, status: exchange.answer?.status, creation: { ...creation, exchange, item } };
}

type PostedCreation = Omit<Creation, 'item'> &
  Identity &
  Pick<AddressedCreation, 'again' | 'isOpen'> & {
    /** Whether the content was generated here and is not a repetition. */
    readonly isPlain: boolean;
    readonly bears: BodyDigests;
    /** Address that the client chose, or that the status monitor of an accepted request leads to. */
    readonly led: ItemAddress | undefined;
  };

/** Follows an accepted request (202) until it completes. */
async function awaitPostCompletion(
  shop: ItemFactory,
  exchange: Exchange,
  as: CreateOptions['as'],
): Promise<{ exchange: Exchange; led: ItemAddress | undefined }> {
  if (!hasStatus(exchange, 202)) return { exchange, led: undefined };
  const { isDone, address } = await awaitCompletion({ ...shop, as }, exchange);
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
  const told = led ?? (await resolveAddress(shop, exchange, sent));
  if (told && (await isExistingItem({ shop, isOpen: isOpen && isPlain, told, exchange, identity: sent, again })))
    return { known: 'foreign' };
  // As long as it is a guess, each item carries its marker, and one is created at a time.
  const isGuess = told !== undefined && 'isGuess' in told;
  if (told) return { address: told, known: !isPlain ? undefined : isGuess ? 'by list' : 'by answer' };
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
    ledger.recordLeftover(entry, path, 'its address belongs to an item that existed before, so it is not removed', {
      isForeign: true,
    });
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
  const { entry, order, chosen } = prepareCreation(shop, body, { ...making, marked: true, role: 'control' });
  const { exchange, led } = await awaitPostCompletion(
    shop,
    await sendOwned(shop.ledger, entry, () => shop.wire.send({ ...order, record: permitWrite(entry) })),
    making.as,
  );
  const address = hasStatus(exchange, 2)
    ? (chosen ?? led ?? readCreatedAddress(shop.collection, exchange, shop.baseUrl))
    : undefined;
  if (!address) return undefined;
  shop.ledger.recordGone(entry);
  return { path: address.path, own: () => shop.ledger.recordCreated(entry, address.path) };
}

/** Returns the address of the single list entry that shows the marker as it was sent. */
async function findByMarker(shop: ItemFactory, { mark }: Identity, bears: BodyDigests) {
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
  making: CreateOptions & { readonly abortAt: AbortPoint },
): Promise<Creation> {
  const { creation } = await createWith(shop.wire, (wire) =>
    shop.addressing.createTracked(shop.collection.name, () => sendAborted({ ...shop, wire }, body, making)),
  );
  return creation;
}

async function sendAborted(shop: ItemFactory, body: Json, making: CreateOptions & { readonly abortAt: AbortPoint }) {
  const { entry, order, creation } = prepareCreation(shop, body, making);
  const exchange = await shop.wire
    .abort({ ...order, record: permitWrite(entry) }, making.abortAt)
    .catch((error: unknown) => {
      // A request that was never sent cannot have created anything.
      if (error instanceof UnsentError) shop.ledger.recordGone(entry);
      throw error;
    });
  if (making.abortAt === 'half') shop.ledger.recordGone(entry);
  // If the service ignores keys, the repetition creates another item, and its response does not name this one.
  else shop.ledger.markUncertain(entry);
  return { n: exchange.n, known: undefined, creation: { ...creation, exchange, item: undefined } };
}
