import type { Client } from '../../http/exchange.js';
import { getMember, isObject, type Json } from '../../model/json.js';
import {
  listDistinctPointers,
  listIdPointers,
  listSelfLinkPointers,
  readIdAt,
  readItemId,
} from '../../model/service/item-id.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import { changeOperations, itemRoles } from '../../model/service/subject-collections.js';
import { getPathNoun, isTemplated } from '../../openapi/recognize/words.js';
import { fetchPath } from '../observed/follow-redirects.js';
import type { ObservedCollection } from '../observed/observe-collection.js';
import { isSameId, matchTrailingSlash } from './find-item-address.js';
import { flattenResourceObject, unwrapItem } from './unwrap-item.js';

/** Maximum number of members of an entry that are tried as its id. */
const maxTriedMembers = 6;

/**
 * Requests the item of the first entry when a document or a guess says which member its address contains. A wrong
 * member would cause wrong violations and failed cleanups, so the one that leads to the item is used.
 */
export async function tryItemIds(seen: ObservedCollection, baseUrl: string, client: Client) {
  const { collection, entries } = seen;
  const [first] = entries;
  if (first === undefined || !canTryIds(collection)) return seen;
  const entry = flattenResourceObject(first);
  const id = readItemId(entry, collection);
  const places = [...listIdPointers(entry, getPathNoun(collection.path)), ...listSelfLinkPointers(entry)];
  const others = [...new Set([...places, ...listDistinctPointers(entries.map(flattenResourceObject))])].filter(
    (place) => readPlace(entry, place, collection) !== id,
  );
  const ask = (value: string | number) => probeItem(collection, value, baseUrl, client);
  const asked = id === undefined ? undefined : await ask(id);
  if (others.length === 0 && collection.read?.response?.schema !== undefined)
    return asked ? placeItemId(applyItemPath(seen, asked), asked) : seen;
  if (asked && !asked.isMissing) return openEnvelope(applyItemPath(seen, asked), asked, entry);
  for (const place of others.slice(0, maxTriedMembers)) {
    const found = await findItemByMember(place, entry, collection, ask);
    if (found) return openEnvelope(correctId(applyItemPath(seen, found), place, found), found, entry);
  }
  if (!asked) return seen;
  const advice = 'declare resources[].id.pointer, or resources[].item';
  const note = `${collection.path}: GET ${asked.url} returns ${asked.status}, and no other member of an entry leads to its item; ${advice}`;
  // The names in an object that lead to no items are no ids, so that it is no list of them.
  const { isById, ...pagination } = collection.pagination;
  return { ...seen, ...(isById && { collection: { ...collection, pagination } }), notes: [...seen.notes, note] };
}

/** Reads the item that a member of an entry leads to, if the item has the same value there. */
async function findItemByMember(
  place: string,
  entry: Json,
  collection: Collection,
  ask: (value: string | number) => Promise<ItemProbe>,
): Promise<ItemProbe | undefined> {
  const value = readPlace(entry, place, collection);
  const found = value === undefined ? undefined : await ask(value);
  const own = found && detectEnvelope({ ...collection, id: { pointer: place } }, found, entry).envelope;
  const shown = found && unwrapShown(found.shown, own);
  return isSameId(readPlace(shown, place, collection), value) ? found : undefined;
}

/** The id at a place, which may have the URL of the item. */
const readPlace = (shown: Json | undefined, pointer: string, { itemPath }: Collection) =>
  readItemId(shown, { id: { pointer }, itemPath });

/** A declared id is not changed, and an observed one was tried already. */
const canTryIds = (collection: Collection): boolean =>
  collection.read !== undefined &&
  collection.read.provenance !== 'observed' &&
  collection.itemPath !== undefined &&
  !isTemplated(collection.path) &&
  findFact(collection, 'id')?.provenance !== 'declared';

type ItemProbe = Awaited<ReturnType<typeof probeItem>>;

async function probeItem(
  { itemPath: template = '' }: Collection,
  id: string | number,
  baseUrl: string,
  client: Client,
) {
  const url = template.replace(/\{[^}]+\}/, encodeURIComponent(id));
  const { answer, path: landed } = await fetchPath(url, baseUrl, client);
  const itemPath = matchTrailingSlash(template, url, landed);
  const status = answer?.status;
  const shown = status === 200 ? (answer?.json as Json | undefined) : undefined;
  // Other responses do not say that no item exists at the address.
  const isMissing = status === 404 || status === 400;
  return { url, itemPath: shown === undefined ? template : (itemPath ?? template), status, isMissing, id, shown };
}

/** When a redirect only adds a slash, all item requests use it, because not every method is redirected. */
function applyItemPath(seen: ObservedCollection, { itemPath, url }: ItemProbe): ObservedCollection {
  const { collection, notes } = seen;
  const believed = collection.itemPath;
  if (believed === undefined || itemPath === believed) return seen;
  const note = `${collection.path}: GET ${url} redirects to ${url}/, so items are read there`;
  return {
    ...seen,
    collection: {
      ...collection,
      itemPath,
      ...changeOperations(collection, itemRoles, (one) =>
        one.path === believed ? { ...one, path: itemPath } : undefined,
      ),
      facts: replaceFacts(collection.facts, [createFact('read', `GET ${itemPath}`, 'observed', `GET ${url}/`)]),
    },
    notes: [...notes, note],
  };
}

function unwrapShown(shown: Json | undefined, envelope: Envelope | undefined): Json | undefined {
  if (!isObject(shown)) return undefined;
  if (envelope?.style === 'json-api') return isObject(shown.data) ? flattenResourceObject(shown.data) : shown;
  const inside = envelope?.response === undefined ? undefined : getMember(shown, envelope.response);
  return isObject(inside) ? inside : shown;
}

function correctId(seen: ObservedCollection, pointer: string, { url }: ItemProbe): ObservedCollection {
  const { collection, contradictions } = seen;
  const believed = createFact('id', pointer, 'observed', `GET ${url}`);
  const doubted = findFact(collection, 'id');
  const isSaid = doubted?.provenance === 'described' || doubted?.provenance === 'observed';
  return {
    ...seen,
    collection: { ...collection, id: { ...collection.id, pointer }, facts: replaceFacts(collection.facts, [believed]) },
    contradictions: isSaid
      ? [...contradictions, { subject: collection.name, about: 'id', believed, doubted }]
      : contradictions,
  };
}

/** Where the list has the id under a name that the item does not have, the item has it elsewhere. */
function placeItemId(seen: ObservedCollection, { shown, id, url }: ItemProbe): ObservedCollection {
  const { collection, contradictions } = seen;
  const { pointer, alsoAt = [] } = collection.id;
  const inside = unwrapShown(shown, collection.envelope);
  if (inside === undefined || readIdAt(inside, pointer) !== undefined) return seen;
  const places = [...listIdPointers(inside, getPathNoun(collection.path)), ...listSelfLinkPointers(inside)];
  const own = places.find((place) => isSameId(readPlace(inside, place, collection), id));
  if (own === undefined) return seen;
  const found = createFact('id', own, 'observed', `GET ${url}`);
  return {
    ...seen,
    collection: {
      ...collection,
      id: { ...collection.id, pointer: own, alsoAt: [...new Set([...alsoAt, pointer])] },
      facts: replaceFacts(collection.facts, [found]),
    },
    contradictions: contradictions.filter(({ about, doubted }) => about !== 'id' || doubted.value !== own),
  };
}

const openEnvelope = (seen: ObservedCollection, probe: ItemProbe, entry: Json): ObservedCollection =>
  placeItemId({ ...seen, collection: detectEnvelope(seen.collection, probe, entry) }, probe);

/** An undescribed envelope of responses; request bodies stay as described. */
function detectEnvelope(collection: Collection, { shown, id, url }: ItemProbe, entry: Json): Collection {
  const { path, envelope: known, create } = collection;
  if (known !== undefined || !isObject(shown) || isSameId(readItemId(shown, collection), id)) return collection;
  const { envelope, inside } = unwrapItem(shown, getPathNoun(path), entry) ?? {};
  if (envelope?.style !== 'member' || !isSameId(readItemId(inside, collection), id)) return collection;
  const { request, ...answered } = envelope;
  const around = create?.request?.schema === undefined && request !== undefined ? envelope : answered;
  const found = createFact('envelope', { ...around }, 'observed', `GET ${url}`);
  return { ...collection, envelope: around, facts: replaceFacts(collection.facts, [found]) };
}
