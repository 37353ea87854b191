import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { buildPointer, isObject, type Json } from '../../model/json.js';
import { findFact } from '../../model/service/facts.js';
import { listIdPointers, readItemId } from '../../model/service/item-id.js';
import { listSelfLinks } from '../../model/service/self-link.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creation } from '../../rule/items.js';
import type { Identity } from '../identity/identity.js';
import { hasIdentityText, listIdentityTexts } from './detect-reused-ids.js';
import {
  buildItemAddress,
  type ItemAddress,
  readCreatedAddress,
  readIdAsText,
  readIdFromPath,
} from './item-address.js';
import type { AddressSource } from './item-addressing.js';
import type { ItemFactory } from './item-factory.js';
import { resolveLinkPath } from './read-page.js';
import { pollUntil } from './walk-list.js';

/** An address, and the part of the response that names it. */
export interface NamedAddress extends ItemAddress {
  readonly source: AddressSource;
}

/** What is needed to find out which address is right. */
type ResolvingShop = Pick<ItemFactory, 'collection' | 'baseUrl' | 'wire' | 'addressing'>;

type SentItem = Identity & Pick<Creation, 'sent'>;

/**
 * Returns the address of a created item. Where the response names several items, by the id in the content, by Location
 * (RFC 9110 §10.2.2) and by a self link, each is read, and the one that shows the created item is used; undefined when none does.
 * What was right once is used for the collection from then on. A declared id is always right.
 */
export async function resolveAddress(
  shop: ResolvingShop,
  exchange: Exchange,
  identity: SentItem,
): Promise<(ItemAddress & { readonly isGuess?: boolean }) | undefined> {
  const { collection, addressing, baseUrl } = shop;
  const named = listNamedAddresses(collection, exchange, baseUrl);
  if (named.length === 0) return guessAddress(shop, exchange, identity);
  const [first] = named;
  const canRead = collection.read !== undefined && findFact(collection, 'id')?.provenance !== 'declared';
  if (first === undefined || new Set(named.map(({ id }) => id)).size === 1 || !canRead)
    return readCreatedAddress(collection, exchange, baseUrl) ?? first;
  const source = addressing.getAddressSource(collection.name);
  const known = named.find((one) => one.source === source);
  if (known !== undefined) return known;
  for (const one of named) {
    if (!(await isShown(shop, one, exchange, identity))) continue;
    addressing.recordAddressSource(collection.name, one.source);
    return one;
  }
  return undefined;
}

/**
 * Where no item was ever seen, the member with the id is guessed. Any member may lead to an item of others, as a version, a rank or
 * the id of a parent does, so what is there must be the created item itself: with the same id, and in the same members the texts that
 * were sent, one of which no other item has.
 */
async function guessAddress({ collection, wire, addressing }: ResolvingShop, { answer }: Exchange, identity: SentItem) {
  if (collection.create?.provenance !== 'assumed' || findFact(collection, 'id') !== undefined) return undefined;
  const shown = answer?.json;
  const place = addressing.getIdPlace(collection.name);
  const placed = place === undefined ? undefined : readItemId(shown, place);
  if (placed !== undefined) return buildItemAddress(collection, String(placed));
  const kept = isObject(identity.sent)
    ? Object.entries(identity.sent).filter(([name, value]) => isShownAs(shown, name, value))
    : [];
  const own = listIdentityTexts(identity);
  if (!kept.some(([, value]) => own.some((text) => String(value).includes(text)))) return undefined;
  for (const pointer of listPossiblePlaces(shown, identity.sent, getPathNoun(collection.path))) {
    const id = readItemId(shown, pointer);
    const address = id === undefined ? undefined : buildItemAddress(collection, String(id));
    if (address === undefined) continue;
    const isCreated = (read: Exchange) =>
      hasStatus(read, 200) &&
      readItemId(read.answer?.json, pointer) === id &&
      kept.every(([name, value]) => isShownAs(read.answer?.json, name, value));
    const look = () => wire.send({ method: 'GET', path: address.path, role: 'control' });
    if (!isCreated(await pollUntil(look, isCreated, collection.consistency.itemMs))) continue;
    addressing.recordIdPlace(collection.name, pointer, address.id);
    return { ...address, isGuess: true };
  }
  return undefined;
}

/** Whether a representation shows a text in this member. */
const isShownAs = (shown: Json | undefined, name: string, value: Json): boolean =>
  isObject(shown) && typeof value === 'string' && shown[name] === value;

/** Maximum number of members that are tried as the id. */
const maxGuesses = 4;

/** Where the id may be: in a member that is named as such, else in one that was not sent. */
function listPossiblePlaces(shown: Json | undefined, sent: Json, noun: string): string[] {
  const own = new Set(isObject(sent) ? Object.keys(sent) : []);
  const added = isObject(shown) ? Object.keys(shown).filter((name) => !own.has(name)) : [];
  return [...new Set([...listIdPointers(shown, noun), ...added.map((name) => buildPointer([name]))])].slice(
    0,
    maxGuesses,
  );
}

const getPathNoun = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? '';

/** The item addresses that a response names. A Location of 202 is a status monitor. */
function listNamedAddresses(collection: Collection, exchange: Exchange, baseUrl: string): NamedAddress[] {
  const { answer } = exchange;
  const id = readIdAsText(collection, answer?.json);
  const byId = id === undefined ? undefined : buildItemAddress(collection, id);
  const location = answer?.status === 202 ? undefined : getHeader(answer, 'location');
  const links = collection.itemPath === undefined ? [] : listSelfLinks(answer?.json);
  const follow = (link: string, source: AddressSource): NamedAddress[] => {
    const path = resolveLinkPath(link, collection.path, baseUrl);
    const linked = path === undefined ? undefined : readIdFromPath(collection, path);
    return path === undefined || linked === undefined ? [] : [{ id: linked, path, source }];
  };
  return [
    ...(byId === undefined ? [] : [{ ...byId, source: 'id' as const }]),
    ...(location === undefined ? [] : follow(location, 'location')),
    ...links.flatMap((link) => follow(link, 'link')).slice(0, 1),
  ];
}

/** Whether an address shows the created item: its marker, or the id that the creation returned. */
async function isShown({ collection, wire }: ResolvingShop, { path }: ItemAddress, made: Exchange, identity: Identity) {
  const id = readIdAsText(collection, made.answer?.json);
  const isOurs = (read: Exchange) =>
    hasStatus(read, 200) &&
    (hasIdentityText(read, identity) || (id !== undefined && readIdAsText(collection, read.answer?.json) === id));
  const look = () => wire.send({ method: 'GET', path, role: 'control' });
  return isOurs(await pollUntil(look, isOurs, collection.consistency.itemMs));
}
