import type { LedgerScope } from '../../ledger/scope.js';
import { hasStatus } from '../../model/exchange.js';
import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import { listIdPointers, readIdAt, readItemId } from '../../model/service/item-id.js';
import { createFact, createOperation, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creation, Item } from '../../rule/items.js';
import type { CaseClient } from '../items/case-client.js';
import { getCollectionNoun, isNewItem, listWrappedItems } from '../items/created-address.js';
import type { Identity } from '../items/identity.js';
import { buildItemAddress, readIdAsText } from '../items/item-address.js';

/** Maximum number of members that are tried as the id. */
const maxIdCandidates = 4;

/** A created item, and the response to its creation. */
export type CreatedItem = Pick<Creation, 'item' | 'exchange'>;

/**
 * Finds a created item that is not at the address given by its id, by trying other members of the creation response as
 * the id. Corrects the addresses in the ledger, because cleanup needs the right ones. Items are located at `itemPath`.
 * Returns undefined when the item is at its address, when no member leads to it, or when the id is declared.
 */
export async function findItemId(
  collection: Collection,
  itemPath: string | undefined,
  made: readonly CreatedItem[],
  { wire, ledger }: { readonly wire: CaseClient; readonly ledger: LedgerScope },
): Promise<CorrectedId | undefined> {
  // The content of a 202 response describes an operation, not the item.
  const first = made.find(({ item, exchange }) => item !== undefined && !hasStatus(exchange, 202));
  const shown = first?.exchange.answer?.json;
  const believed = readItemId(shown, collection);
  const places = listIdPointers(shown, getCollectionNoun(collection)).filter(
    (place) => readIdAt(shown, place) !== believed,
  );
  if (!first?.item || !canBeCorrected(collection) || collection.creation?.isNamed) return undefined;
  const { id } = first.item;
  // Where the response shows no id at all, the item may.
  if (believed === undefined && !places.some((place) => String(readIdAt(shown, place)) === id))
    return findShownId(collection, first.item);
  if (id !== String(believed)) return adoptAddressedId(collection, first.item, made);
  if (places.length === 0) return undefined;
  const placed = { ...collection, ...(itemPath !== undefined && { itemPath }) };
  const missing = await first.item.getUntil((exchange) => hasStatus(exchange, 200));
  if (!hasStatus(missing, 404, 400)) return undefined;
  for (const place of places.slice(0, maxIdCandidates)) {
    const found = await fetchByMember(placed, place, shown, wire);
    if (!found) continue;
    // Cleanup needs the right addresses.
    for (const { item, exchange } of made) {
      const address = locateBy(placed, place, exchange.answer?.json);
      const line = ledger.listEntries().find(({ path }) => path !== undefined && path === item?.path);
      if (address && line) ledger.recordCreated(line, address.path);
    }
    const evidence = `${found.method} ${found.path}`;
    const was = `GET ${missing.path} returned ${missing.answer?.status} (exchange ${missing.n})`;
    const told = `the id is at ${place}, not at ${collection.id.pointer}: ${was}, and ${evidence} returned 200 (exchange ${found.n})`;
    return setIdPointer(collection, place, evidence, told);
  }
  return undefined;
}

/** Where nothing describes items, the id is where the item at its address shows it, if not where it was assumed. */
async function findShownId(collection: Collection, item: Item): Promise<CorrectedId | undefined> {
  if (collection.create?.provenance !== 'assumed') return undefined;
  const exchange = await item.get();
  if (!hasStatus(exchange, 200) || readItemId(exchange.answer?.json, collection) !== undefined) return undefined;
  const found = adoptAddressedId(collection, item, [{ item, exchange }]);
  return found.collection.id.pointer === unusedPointer ? undefined : found;
}

/** Where the responses to all creations have the item in a member, the id is also there; undefined where they do not. */
export function adoptWrappedId(collection: Collection, made: readonly CreatedItem[]): Collection | undefined {
  const created = made.flatMap(({ item, exchange }) => (item ? [{ id: item.id, shown: exchange.answer?.json }] : []));
  if (created.length === 0 || created.some(({ shown }) => readItemId(shown, collection) !== undefined))
    return undefined;
  const place = listWrappedItems(collection, created[0]?.shown).find((inside) =>
    created.every(({ id, shown }) => readIdAsText(collection, getAtPointer(shown, inside)) === id),
  );
  const { pointer, alsoAt = [] } = collection.id;
  return place === undefined
    ? undefined
    : { ...collection, id: { ...collection.id, alsoAt: [...alsoAt, place + pointer] } };
}

/**
 * Where it is not known, or only assumed, how items are addressed, and the service named another address for each that it created, items
 * are at addresses like these. Undefined where items are where they were assumed, or below others.
 */
export async function adoptItemPath(
  collection: Collection,
  made: readonly Creation[],
): Promise<CorrectedId | undefined> {
  const items = made.flatMap(({ item }) => item ?? []);
  const { name, path, itemPath, read, create, facts } = collection;
  const templates = items.map((item) => {
    const place = item.path.lastIndexOf(`/${encodeURIComponent(item.id)}`) + 1;
    return `${item.path.slice(0, place)}{id}${item.path.slice(place + encodeURIComponent(item.id).length)}`;
  });
  const [template, another] = new Set(templates);
  const isUnknown = itemPath === undefined && read === undefined && create?.provenance === 'assumed';
  const isAssumed = read?.provenance === 'assumed' && !path.includes('{');
  if (!(isUnknown || isAssumed) || template === undefined || another !== undefined || !template.includes('/{id}'))
    return undefined;
  if (items.some(({ id, path: at }) => buildItemAddress(collection, id)?.path === at)) return undefined;
  // What is there was not read before; below another item, its path would be that of this one.
  const isBelow = items.some(
    ({ path: at, createdBy }) => path.includes('{') && at.startsWith(`${createdBy.path.split('?')[0]}/`),
  );
  if (isUnknown && (isBelow || !(await areThere(made)))) return undefined;
  const move = (role: 'head' | 'replace' | 'patch' | 'remove') => {
    const operation = collection[role];
    return operation?.path === itemPath && operation ? { [role]: { ...operation, path: template } } : {};
  };
  const evidence = `${items[0]?.createdBy.method} ${items[0]?.createdBy.path}`;
  const told = createFact('read', `GET ${template}`, 'observed', evidence);
  return {
    collection: {
      ...collection,
      ...(isUnknown ? assumeWrites(collection, template) : {}),
      ...{ ...move('head'), ...move('replace'), ...move('patch'), ...move('remove') },
      read: { ...createOperation('GET', template, 'observed'), ...read, path: template, provenance: 'observed' },
      itemPath: template,
      facts: replaceFacts(facts, [told]),
    },
    note: `${name}: items are at ${template}, where the answers to creations lead`,
  };
}

/** Whether each created item is itself at its address. */
async function areThere(made: readonly Creation[]): Promise<boolean> {
  for (const { item, exchange, ...identity } of made) {
    const read = await item?.get();
    const isNew =
      item && isNewItem(read?.answer?.json, exchange.answer?.json, item.id, identity as Creation & Identity);
    if (item && !isNew) return false;
  }
  return true;
}

/** Writes to items that nothing describes; those that the service does not offer are removed later. */
function assumeWrites({ create }: Collection, template: string): Partial<Collection> {
  const request = { mediaType: 'application/json', schema: create?.request?.schema ?? {} };
  const partial = isObject(request.schema) ? { ...request.schema, required: [] } : {};
  return {
    head: createOperation('HEAD', template, 'assumed'),
    replace: { ...createOperation('PUT', template, 'assumed'), request },
    patch: { ...createOperation('PATCH', template, 'assumed'), request: { ...request, schema: partial } },
    remove: createOperation('DELETE', template, 'assumed'),
  };
}

/** The id is where each response shows the id of the address that led to its item; no member may show it. */
function adoptAddressedId(collection: Collection, { path }: Item, made: readonly CreatedItem[]) {
  const created = made.flatMap(({ item, exchange }) => (item ? [{ id: item.id, shown: exchange.answer?.json }] : []));
  const shown = created[0]?.shown;
  const names = isObject(shown) ? Object.keys(shown) : [];
  const places = [
    ...listIdPointers(shown, getCollectionNoun(collection)),
    ...names.map((name) => buildPointer([name])),
  ];
  const isPlace = (place: string) => created.every((one) => String(readIdAt(one.shown, place)) === one.id);
  const pointer = places.find(isPlace) ?? unusedPointer;
  const told = pointer === unusedPointer ? 'in no member' : `at ${pointer}`;
  const why = `the response to the creation led to ${path}`;
  return setIdPointer(collection, pointer, `GET ${path}`, `the id is ${told}, not at ${collection.id.pointer}: ${why}`);
}

/** A pointer that leads to no member of usual representations. */
const unusedPointer = '/assay-unknown-member';

/** A declared id is never changed. */
const canBeCorrected = ({ read, facts }: Collection): boolean =>
  read !== undefined && !facts.some(({ about, provenance }) => about === 'id' && provenance === 'declared');

/** The address that this member of the response to a creation leads to. */
const locateBy = (collection: Collection, place: string, shown: Json | undefined) =>
  buildItemAddress(collection, readIdAt(shown, place));

/** Sends a GET to the address built from this member, and returns the exchange if it shows the created item. */
async function fetchByMember(collection: Collection, place: string, shown: Json | undefined, wire: CaseClient) {
  const address = locateBy(collection, place, shown);
  if (!address) return undefined;
  const exchange = await wire.for(collection).send({ method: 'GET', path: address.path, role: 'control' });
  const own = readIdAt(exchange.answer?.json, place);
  return hasStatus(exchange, 200) && own !== undefined && String(own) === address.id ? exchange : undefined;
}

interface CorrectedId {
  readonly collection: Collection;
  readonly note: string;
}

/** A collection with a corrected id pointer, and a note about the correction. */
function setIdPointer(collection: Collection, pointer: string, evidence: string, note: string) {
  const { name, id } = collection;
  const facts = replaceFacts(collection.facts, [createFact('id', pointer, 'observed', evidence)]);
  return { collection: { ...collection, id: { ...id, pointer }, facts }, note: `${name}: ${note}` };
}
