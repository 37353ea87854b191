import { pollUntil } from '../../model/clock.js';
import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import { listIdPointers, listSelfLinks, readIdAt } from '../../model/service/item-id.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creation } from '../../rule/items.js';
import type { CaseClient } from './case-client.js';
import { type AddressSource, getIdPlace, recordIdPlace } from './collection-state.js';
import type { Creations } from './creations.js';
import { hasIdentityIn, hasIdentityText, type Identity, listIdentityTexts } from './identity.js';
import {
  buildItemAddress,
  type ItemAddress,
  readCreatedAddress,
  readIdAsText,
  readIdFromPath,
  resolveItemLink,
} from './item-address.js';

/** What is needed to find out which address is right. */
interface ResolvingSetting {
  readonly collection: Collection;
  readonly baseUrl: string;
  readonly wire: CaseClient;
  readonly addressing: Pick<Creations, 'of'>;
}

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
  const byId = id === undefined ? undefined : buildItemAddress(collection, id);
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
async function isShown(
  { collection, wire }: ResolvingSetting,
  { path }: ItemAddress,
  made: Exchange,
  identity: Identity,
): Promise<boolean> {
  const id = readIdAsText(collection, made.answer?.json);
  const isOurs = (read: Exchange) =>
    hasStatus(read, 200) &&
    (hasIdentityText(read, identity) || (id !== undefined && readIdAsText(collection, read.answer?.json) === id));
  const look = () => wire.send({ method: 'GET', path, role: 'control' });
  return isOurs(await pollUntil(look, isOurs, collection.consistency.itemMs));
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
  const { collection, wire, addressing } = setting;
  if (answer?.status === 202) return undefined;
  const state = addressing.of(collection.name);
  for (const place of listWrappedItems(collection, answer?.json)) {
    const inside = getAtPointer(answer?.json, place);
    const id = readIdAsText(collection, inside);
    const address = id === undefined ? undefined : buildItemAddress(collection, id);
    if (address === undefined || (state.wrapped !== undefined && state.wrapped !== place)) continue;
    if (state.wrapped === place) return address;
    if (collection.standing?.includes(address.id) || !hasIdentityIn(JSON.stringify(inside), identity)) continue;
    const isOurs = (read: Exchange) =>
      hasStatus(read, 200) && readIdAsText(collection, read.answer?.json) === id && hasIdentityText(read, identity);
    const look = () => wire.send({ method: 'GET', path: address.path, role: 'control' });
    if (!isOurs(await pollUntil(look, isOurs, collection.consistency.itemMs))) continue;
    state.wrapped = place;
    return address;
  }
  return undefined;
}

/**
 * Where the response names no item, the id that the client sent may be it: a unique value that only this item has. The first one must
 * lead to what shows the identity of the item; from then on that member has the id.
 */
async function findSentAddress({ collection, wire, addressing }: ResolvingSetting, made: Exchange, identity: SentItem) {
  if (made.answer?.status === 202 || collection.read === undefined) return undefined;
  const state = addressing.of(collection.name);
  const noun = collection.path.split('/').filter(Boolean).at(-1) ?? '';
  for (const pointer of new Set([collection.id.pointer, ...listIdPointers(identity.sent, noun)])) {
    const id = identity.uniques[pointer];
    const address = id === undefined ? undefined : buildItemAddress(collection, String(id));
    if (address === undefined || id !== getAtPointer(identity.sent, pointer)) continue;
    if (state.sentId === pointer) return address;
    const isOurs = (read: Exchange) => hasStatus(read, 200) && hasIdentityText(read, identity);
    const look = () => wire.send({ method: 'GET', path: address.path, role: 'control' });
    if (!isOurs(await pollUntil(look, isOurs, collection.consistency.itemMs))) continue;
    state.sentId = pointer;
    return address;
  }
  return undefined;
}

/** Maximum number of members that are tried as the id. */
const maxGuesses = 4;

/**
 * Where no item was ever seen, the member with the id is guessed: one that is named as such, else one that was not sent. Any member
 * may lead to an item of others, as a version, a rank or the id of a parent does, so what is there must be the created item itself:
 * with the same id, and in the same members the texts that were sent, one of which no other item has.
 */
async function guessAddress(setting: ResolvingSetting, { answer }: Exchange, identity: SentItem) {
  const { collection, wire, addressing } = setting;
  if (collection.create?.provenance !== 'assumed' || findFact(collection, 'id') !== undefined) return undefined;
  const state = addressing.of(collection.name);
  const shown = answer?.json;
  const place = getIdPlace(state);
  const placed = place === undefined ? undefined : readIdAt(shown, place);
  if (placed !== undefined) return buildItemAddress(collection, String(placed));
  const sent = Object.entries(isObject(identity.sent) ? identity.sent : {});
  const kept = sent.filter(([name, value]) => isShownAs(shown, name, value));
  const own = listIdentityTexts(identity);
  if (!kept.some(([, value]) => own.some((text) => String(value).includes(text)))) return undefined;
  const noun = collection.path.split('/').filter(Boolean).at(-1) ?? '';
  const added = Object.keys(isObject(shown) ? shown : {}).filter((name) => !sent.some(([one]) => one === name));
  const places = new Set([...listIdPointers(shown, noun), ...added.map((name) => buildPointer([name]))]);
  for (const pointer of [...places].slice(0, maxGuesses)) {
    const id = readIdAt(shown, pointer);
    const address = id === undefined ? undefined : buildItemAddress(collection, String(id));
    if (address === undefined) continue;
    const isCreated = (read: Exchange) =>
      hasStatus(read, 200) &&
      readIdAt(read.answer?.json, pointer) === id &&
      kept.every(([name, value]) => isShownAs(read.answer?.json, name, value));
    const look = () => wire.send({ method: 'GET', path: address.path, role: 'control' });
    if (!isCreated(await pollUntil(look, isCreated, collection.consistency.itemMs))) continue;
    recordIdPlace(state, pointer, address.id);
    return { ...address, isGuess: true };
  }
  return undefined;
}

/** Whether a representation shows a text in this member. */
const isShownAs = (shown: Json | undefined, name: string, value: Json): boolean =>
  isObject(shown) && typeof value === 'string' && shown[name] === value;
