import type { Client } from '../../http/exchange.js';
import { getMember, isObject, type Json } from '../../model/json.js';
import { listIdPointers, listSelfLinkPointers, readIdAt, readItemId } from '../../model/service/item-id.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection, Envelope } from '../../model/service/subject.js';
import { getPathNoun, isTemplated } from '../../openapi/recognize/words.js';
import { fetchPath } from '../observed/follow-redirects.js';
import type { ObservedCollection } from '../observed/observe-collection.js';
import { matchTrailingSlash } from './find-item-address.js';
import { flattenResourceObject, unwrapItem } from './unwrap-item.js';

/** Maximum number of members of an entry that are tried as its id. */
const maxTriedMembers = 4;

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
  const others = [
    ...listIdPointers(entry, getPathNoun(collection.path)).filter((place) => readIdAt(entry, place) !== id),
    ...listSelfLinkPointers(entry).filter((place) => readPlace(entry, place, collection) !== id),
  ];
  const ask = (value: string | number) => probeItem(collection, value, baseUrl, client);
  const asked = id === undefined ? undefined : await ask(id);
  if (others.length === 0 && collection.read?.response?.schema !== undefined)
    return asked ? placeItemId(applyItemPath(seen, asked), asked) : seen;
  if (asked && !asked.isMissing) return placeItemId(detectEnvelope(applyItemPath(seen, asked), asked), asked);
  for (const place of others.slice(0, maxTriedMembers)) {
    const found = await findItemByMember(place, entry, collection, ask);
    if (found) return correctId(applyItemPath(seen, found), place, found);
  }
  if (!asked) return seen;
  const advice = 'declare resources[].id.pointer, or resources[].item';
  const note = `${collection.path}: GET ${asked.url} returns ${asked.status}, and no other member of an entry leads to its item; ${advice}`;
  return { ...seen, notes: [...seen.notes, note] };
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
  const shown = found && unwrapShown(found.shown, collection.envelope);
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

interface ItemProbe {
  readonly url: string;
  readonly itemPath: string;
  readonly status: number | undefined;
  /** Whether the response says that no item exists at the address. */
  readonly isMissing: boolean;
  readonly id: string | number;
  readonly shown: Json | undefined;
}

async function probeItem(
  { itemPath: template = '' }: Collection,
  id: string | number,
  baseUrl: string,
  client: Client,
): Promise<ItemProbe> {
  const url = template.replace(/\{[^}]+\}/, encodeURIComponent(id));
  const { answer, path: landed } = await fetchPath(url, baseUrl, client);
  const itemPath = matchTrailingSlash(template, url, landed);
  const status = answer?.status;
  const shown = status === 200 ? (answer?.json as Json | undefined) : undefined;
  const isMissing = status === 404 || status === 400;
  return { url, itemPath: shown === undefined ? template : (itemPath ?? template), status, isMissing, id, shown };
}

/** When a redirect only adds a slash, all item requests use it, because not every method is redirected. */
function applyItemPath(seen: ObservedCollection, { itemPath, url }: ItemProbe): ObservedCollection {
  const { collection, notes } = seen;
  const believed = collection.itemPath;
  if (believed === undefined || itemPath === believed) return seen;
  const operations = itemRoles.flatMap((role) => {
    const operation = collection[role];
    return operation?.path === believed ? [[role, { ...operation, path: itemPath }] as const] : [];
  });
  const note = `${collection.path}: GET ${url} redirects to ${url}/, so items are read there`;
  return {
    ...seen,
    collection: {
      ...collection,
      itemPath,
      ...Object.fromEntries(operations),
      facts: replaceFacts(collection.facts, [createFact('read', `GET ${itemPath}`, 'observed', `GET ${url}/`)]),
    },
    notes: [...notes, note],
  };
}

const itemRoles = ['read', 'head', 'replace', 'patch', 'remove'] as const;

const isSameId = (shown: string | number | undefined, id: string | number | undefined): boolean =>
  shown !== undefined && String(shown) === String(id);

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

/** An undescribed envelope of responses; request bodies stay as described. */
function detectEnvelope(seen: ObservedCollection, { shown, id, url }: ItemProbe): ObservedCollection {
  const { collection } = seen;
  const { path, envelope: known, create } = collection;
  if (known !== undefined || !isObject(shown) || isSameId(readItemId(shown, collection), id)) return seen;
  const { envelope, inside } = unwrapItem(shown, getPathNoun(path)) ?? {};
  if (envelope?.style !== 'member' || !isSameId(readItemId(inside, collection), id)) return seen;
  const { request, ...answered } = envelope;
  const around = create?.request?.schema === undefined && request !== undefined ? envelope : answered;
  const found = createFact('envelope', { ...around }, 'observed', `GET ${url}`);
  return { ...seen, collection: { ...collection, envelope: around, facts: replaceFacts(collection.facts, [found]) } };
}
