import { pollUntil } from '../../model/clock.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, getHeader, hasStatus, isPending } from '../../model/exchange.js';
import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import { isTelling, listIdPointers, listSelfLinks, readIdAt, readIdFromUrl } from '../../model/service/item-id.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creation } from '../../rule/items.js';
import { usualLagMs } from '../trial/shared-state.js';
import { type AddressSource, getIdPlace, recordIdPlace } from './collection-state.js';
import { hasIdentityIn, hasIdentityText, type Identity, listIdentityTexts } from './identity.js';
import {
  buildItemAddress,
  getLastSegment,
  type ItemAddress,
  readCreatedAddress,
  readEntryAddress,
  readIdAsText,
  readIdFromPath,
  resolveItemLink,
} from './item-address.js';
import type { ItemSetting } from './item-handle.js';

type ResolvingSetting = Pick<ItemSetting, 'collection' | 'baseUrl' | 'wire' | 'addressing'>;

type SentItem = Identity & Pick<Creation, 'sent'>;

/**
 * Returns the address of a created item. Where the response names several items, by the id in the content, by Location
 * (RFC 9110 §10.2.2) and by a self link, each is read, and the one that shows the created item is used; undefined when none does.
 * What was right once is used for the collection from then on. A declared id is always right. Where it is only assumed how items are
 * addressed, an address in Location with that id is one of these, and the one that is taken where none shows the item.
 */
export async function resolveAddress(
  setting: ResolvingSetting,
  exchange: Exchange,
  identity: SentItem,
): Promise<(ItemAddress & { readonly isGuess?: boolean }) | undefined> {
  const { collection, addressing, baseUrl } = setting;
  const named = listNamedAddresses(collection, exchange, baseUrl);
  const [first] = named;
  if (first === undefined)
    return (
      (await findWrappedAddress(setting, exchange, identity)) ??
      (await findLocatedAddress(setting, exchange, identity)) ??
      (await findSentAddress(setting, exchange, identity)) ??
      guessAddress(setting, exchange, identity)
    );
  const isAssumed = isLoose(collection);
  const isDoubtful = named.some(({ id, path }) => id !== first.id || (isAssumed && path !== first.path));
  const isSettled =
    !isAssumed && (collection.read === undefined || findFact(collection, 'id')?.provenance === 'declared');
  if (!isDoubtful || isSettled)
    return first.source === 'id' ? first : (readCreatedAddress(collection, exchange, baseUrl) ?? first);
  const state = addressing.of(collection.name);
  const known = named.find((one) => one.source === state.addressSource);
  if (known !== undefined) return known;
  for (const one of named) {
    if (!(await isShown(setting, one, exchange, identity))) continue;
    state.addressSource = one.source;
    return one;
  }
  return isAssumed ? (named.find(({ source }) => source === 'location') ?? first) : undefined;
}

/** Whether nothing but an assumption says where items are: an address that a creation names may be another one. */
const isLoose = ({ read, remove }: Collection): boolean =>
  [read, remove].every((operation) => operation === undefined || operation.provenance === 'assumed');

/** The item addresses that a response names, each with its part of the response. A Location of 202 is a status monitor. */
function listNamedAddresses(collection: Collection, { answer }: Exchange, baseUrl: string) {
  const named: (ItemAddress & { readonly source: AddressSource })[] = [];
  const id = readIdAsText(collection, answer?.json);
  const byId = buildItemAddress(collection, id);
  if (byId !== undefined) named.push({ ...byId, source: 'id' });
  const location = answer?.status === 202 ? undefined : getHeader(answer, 'location');
  const links = collection.itemPath === undefined ? [] : listSelfLinks(answer?.json);
  const targets = location === undefined ? links : [location, ...links];
  for (const [i, target] of targets.entries()) {
    const source = i === 0 && location !== undefined ? 'location' : 'link';
    const path = resolveItemLink(target, collection, baseUrl);
    const isElsewhere = isLoose(collection) && id !== undefined && path?.split('/').includes(encodeURIComponent(id));
    const linked = path === undefined ? undefined : isElsewhere ? id : readIdFromPath(collection, path);
    if (path === undefined || linked === undefined) continue;
    named.push({ id: linked, path, source });
    if (source === 'link') break;
  }
  return named;
}

/** Whether an address shows the created item: its marker, or the id that the creation returned. */
function isShown(setting: ResolvingSetting, address: ItemAddress, made: Exchange, identity: Identity) {
  const { collection } = setting;
  const id = readIdAsText(collection, made.answer?.json);
  const isCreated = (read: Exchange) =>
    hasIdentityText(read, identity) || (id !== undefined && readIdAsText(collection, read.answer?.json) === id);
  return showsItem(setting, address, isCreated);
}

/** Reads an address until it shows an item as wanted; whether it does. */
async function showsItem(
  { collection, wire }: ResolvingSetting,
  { path }: ItemAddress,
  isItem: (read: Exchange) => boolean,
  windowMs = collection.consistency.itemMs,
): Promise<boolean> {
  const isOurs = (read: Exchange) => hasStatus(read, 200) && isItem(read);
  const look = () => wire.send({ method: 'GET', path, role: 'control' });
  return isOurs(await pollUntil(look, isOurs, windowMs));
}

/** How deep an item may be in the response to its creation. */
const maxWrapping = 3;

/** JSON Pointers to the objects in a representation that have an id where items of the collection have it, outer ones first. */
export function listWrappedItems(
  collection: Collection,
  shown: Json | undefined,
  above: readonly string[] = [],
): string[] {
  const members = isObject(shown) && above.length < maxWrapping ? Object.entries(shown) : [];
  return members.flatMap(([name, inside]) => {
    const place = [...above, name];
    const hasId = isObject(inside) && readIdAsText(collection, inside) !== undefined;
    return [...(hasId ? [buildPointer(place)] : []), ...listWrappedItems(collection, inside, place)];
  });
}

/**
 * Where the response has the item in a member, as beside a message, its id is where items of the collection have it. The object may as
 * well be a related item of others, so it must show the identity of the created one, and so must the item at the address. After the
 * first one, that member has the item.
 */
async function findWrappedAddress(setting: ResolvingSetting, { answer }: Exchange, identity: SentItem) {
  const { collection, addressing } = setting;
  if (answer?.status === 202) return undefined;
  const state = addressing.of(collection.name);
  for (const place of listWrappedItems(collection, answer?.json)) {
    const inside = getAtPointer(answer?.json, place);
    const address = readEntryAddress(collection, inside);
    if (address === undefined || (state.wrapped !== undefined && state.wrapped !== place)) continue;
    if (state.wrapped === place) return address;
    if (collection.standing?.includes(address.id) || !hasIdentityIn(JSON.stringify(inside), identity)) continue;
    const isOurs = (read: Exchange) =>
      readIdAsText(collection, read.answer?.json) === address.id && hasIdentityText(read, identity);
    if (!(await showsItem(setting, address, isOurs))) continue;
    state.wrapped = place;
    return address;
  }
  return undefined;
}

/**
 * Where the Location leads to no item path, as to that of another host, its end may have the id of the item, and where that path is
 * only assumed, the item may be where it leads (201, RFC 9110 §10.2.2). Anything may have that id here, so the first item must show its
 * identity, or all that was sent under an id that hardly another has; from then on, what is before the id must be the same.
 */
async function findLocatedAddress(setting: ResolvingSetting, { answer }: Exchange, identity: SentItem) {
  const { collection, addressing, baseUrl } = setting;
  const location = getHeader(answer, 'location');
  if (location === undefined || answer?.status === 202 || collection.read === undefined) return undefined;
  const id = readIdFromUrl(location, collection.itemPath) ?? getLastSegment(location.split('#')[0] ?? '');
  if (id === '' || collection.standing?.includes(id)) return undefined;
  const mayLead = answer?.status === 201 && isLoose(collection) && !location.includes('#');
  const path = mayLead ? resolveItemLink(location, collection, baseUrl) : undefined;
  const state = addressing.of(collection.name);
  const stem = location.slice(0, location.lastIndexOf(encodeURIComponent(id)));
  const isOurs = (read: Exchange) =>
    hasIdentityText(read, identity) || (isTelling(id) && showsContent(read.answer?.json, identity.sent));
  const isItself = ({ answer: shown }: Exchange) => isNewItem(shown?.json, answer?.json, id, identity);
  const addresses = [
    { address: path === undefined ? undefined : { id, path }, isItem: isItself },
    { address: buildItemAddress(collection, id), isItem: isOurs },
  ];
  if (state.located?.stem === stem) return addresses[state.located.isAddress ? 0 : 1]?.address;
  for (const [i, { address, isItem }] of addresses.entries()) {
    if (address === undefined || !(await showsItem(setting, address, isItem))) continue;
    state.located = { stem, isAddress: i === 0 };
    return address;
  }
  return undefined;
}

/**
 * Whether what an address leads to is the new item, and not what has it in it: it shows itself all that was sent, with a text or under
 * an id that only this item has, or all that the response shows, with the id.
 */
export function isNewItem(
  shown: Json | undefined,
  answered: Json | undefined,
  id: string,
  identity: SentItem,
): boolean {
  const { sent } = identity;
  const isOnce = isTelling(id) || hasIdentityIn(JSON.stringify(sent), identity);
  if (isOnce && showsContent(shown, sent)) return true;
  const isNamed = isObject(answered) && Object.values(answered).some((value) => String(value) === id);
  return isNamed && showsContent(shown, answered);
}

/** Whether a representation shows all members that were sent, and these are not nothing. */
export const showsContent = (shown: Json | undefined, sent: Json): boolean =>
  isObject(shown) &&
  isObject(sent) &&
  Object.keys(sent).length > 0 &&
  Object.entries(sent).every(([name, value]) => Object.hasOwn(shown, name) && isEquivalent(shown[name], value));

/**
 * Where the response names no item, the id that the client sent may be it: a unique value that only this item has. The first one must
 * lead to what shows the identity of the item; from then on that member has the id.
 */
async function findSentAddress(setting: ResolvingSetting, made: Exchange, identity: SentItem) {
  const { collection, addressing } = setting;
  if (collection.read === undefined) return undefined;
  const { itemMs } = collection.consistency;
  const windowMs = made.answer?.status === 202 ? Math.max(itemMs, usualLagMs) : itemMs;
  const state = addressing.of(collection.name);
  const noun = getCollectionNoun(collection);
  for (const pointer of new Set([collection.id.pointer, ...listIdPointers(identity.sent, noun)])) {
    const id = identity.uniques[pointer];
    const address = id === undefined ? undefined : buildItemAddress(collection, String(id));
    if (address === undefined || id !== getAtPointer(identity.sent, pointer)) continue;
    if (state.sentId === pointer) return address;
    if (!(await showsItem(setting, address, (read) => hasIdentityText(read, identity), windowMs))) continue;
    state.sentId = pointer;
    return address;
  }
  return undefined;
}

export const getCollectionNoun = ({ path }: Collection): string => path.split('/').filter(Boolean).at(-1) ?? '';

/** Maximum number of members that are tried as the id. */
const maxGuesses = 4;

/**
 * Where it is only assumed which member has the id, it is guessed: one that is named as such, else one that was not sent. Any member may
 * lead to an item of others, as a version, a rank or the id of a parent does, so what is there must be the created item itself:
 * with the same id, and in the same members the texts that no other item has, and the other texts that the response repeats.
 */
async function guessAddress(setting: ResolvingSetting, { answer }: Exchange, identity: SentItem) {
  const { collection, addressing } = setting;
  if ((findFact(collection, 'id')?.provenance ?? 'assumed') !== 'assumed') return undefined;
  const state = addressing.of(collection.name);
  const shown = answer?.json;
  const place = getIdPlace(state);
  const placed = place === undefined ? undefined : readIdAt(shown, place);
  if (placed !== undefined) return buildItemAddress(collection, placed);
  const sent = Object.entries(isObject(identity.sent) ? identity.sent : {});
  const own = listIdentityTexts(identity);
  const isOwn = (value: Json) => typeof value === 'string' && own.some((text) => value.includes(text));
  if (answer?.status === 202 || !sent.some(([, value]) => isOwn(value))) return undefined;
  const kept = sent.filter(([name, value]) => isOwn(value) || isShownAs(shown, name, value));
  const noun = getCollectionNoun(collection);
  const added = Object.keys(isObject(shown) ? shown : {}).filter((name) => !sent.some(([one]) => one === name));
  const places = new Set([...listIdPointers(shown, noun), ...added.map((name) => buildPointer([name]))]);
  for (const pointer of [...places].slice(0, maxGuesses)) {
    const id = readIdAt(shown, pointer);
    const address = buildItemAddress(collection, id);
    if (address === undefined) continue;
    const isCreated = (read: Exchange) =>
      readIdAt(read.answer?.json, pointer) === id &&
      kept.every(([name, value]) => isShownAs(read.answer?.json, name, value));
    if (!(await showsItem(setting, address, isCreated))) continue;
    recordIdPlace(state, pointer, address.id);
    return { ...address, isGuess: true };
  }
  return undefined;
}

/** Whether a representation shows a text in this member. */
const isShownAs = (shown: Json | undefined, name: string, value: Json): boolean =>
  isObject(shown) && typeof value === 'string' && shown[name] === value;

/** How long an item of which a response says 202 and the address is waited for, in milliseconds. */
const acceptedItemMs = 1_000;

/** The response to a creation; one that was only accepted (202) is complete once the item can be read. */
export async function awaitItem(
  setting: ResolvingSetting,
  { path }: ItemAddress,
  exchange: Exchange,
): Promise<Exchange> {
  const { collection, wire, addressing } = setting;
  if (!isPending(exchange) || collection.read === undefined) return exchange;
  const look = () => wire.send({ method: 'GET', path, role: 'control' });
  const isThere = (seen: Exchange) => hasStatus(seen, 200);
  const { completion } = addressing.of(collection.name).polls;
  const windowMs = Math.max(acceptedItemMs, collection.consistency.itemMs);
  return { ...exchange, isDone: isThere(await pollUntil(look, isThere, windowMs, completion)) };
}
