import { isEquivalent } from '../../model/difference.js';
import { buildPointer, getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import { isTemplated } from '../../openapi/recognize/words.js';
import { flattenResourceObject } from '../items/unwrap-item.js';
import type { CollectionEntries } from './collection-index.js';
import { isDependentOn } from './resolve-parents.js';

/** Maximum number of entries whose members are compared. */
const maxCompared = 10;

/**
 * Keeps which members show an item of another list as a whole: a creation may take the id of one there. Only where existing items
 * are all that describes a creation; in one direction only, if two collections show each other.
 */
export function findShownItems(all: readonly CollectionEntries[]): CollectionEntries[] {
  const known = new Map(all.map(({ collection }) => [collection.name, collection]));
  return all.map(({ collection, entries }) => {
    const found =
      collection.create?.provenance === 'assumed' ? listShownItems({ collection, entries }, all, known) : [];
    const linked = found.length === 0 ? collection : { ...collection, shownItems: found };
    known.set(collection.name, linked);
    return { collection: linked, entries };
  });
}

function listShownItems(
  { collection, entries }: CollectionEntries,
  all: readonly CollectionEntries[],
  known: ReadonlyMap<string, Collection>,
) {
  const others = all.filter(
    ({ collection: { name, path, create, itemPath } }) =>
      name !== collection.name && create !== undefined && itemPath !== undefined && !isTemplated(path),
  );
  const compared = entries.map(flattenResourceObject).filter(isObject).slice(0, maxCompared);
  return [...new Set(compared.flatMap(Object.keys))].flatMap((name) => {
    const shown = compared.map((entry) => getMember(entry, name) ?? null).filter((value) => value !== null);
    const values = shown.filter(isObject);
    const target = values.length === shown.length ? findCollectionOf(values, others) : undefined;
    if (target === undefined || isDependentOn(target.collection, collection.name, known)) return [];
    const id = readItemId(values[0], target.collection);
    return [{ place: buildPointer([name]), collection: target.collection.name, isNumber: typeof id === 'number' }];
  });
}

/** The collection that lists one of these objects; where none does, the only one whose entries have the same members. */
function findCollectionOf(values: readonly JsonObject[], others: readonly CollectionEntries[]) {
  const seen = others.map((one) => ({ one, as: compareWithEntries(values, one) }));
  const [alike, another] = seen.filter(({ as }) => as === 'alike');
  return (seen.find(({ as }) => as === 'listed') ?? (another === undefined ? alike : undefined))?.one;
}

/** An entry with the id of one of these objects has the same values, or there is none, and entries have the same members. */
function compareWithEntries(values: readonly JsonObject[], { collection, entries }: CollectionEntries) {
  const flat = entries.map(flattenResourceObject).filter(isObject);
  const listed = new Map(flat.map((entry) => [readItemId(entry, collection), entry]));
  const found = values.flatMap((value) => {
    const id = readItemId(value, collection);
    const entry = id === undefined ? undefined : listed.get(id);
    return entry === undefined ? [] : [{ value, entry }];
  });
  if (found.length > 0) return found.every(({ value, entry }) => isAlike(value, entry)) ? 'listed' : undefined;
  const isSame = (value: JsonObject) => Object.keys(value).length > 2 && listNames(value) === listNames(flat[0] ?? {});
  return values.length > 0 && values.every(isSame) ? 'alike' : undefined;
}

const listNames = (value: JsonObject): string => Object.keys(value).sort().join('\n');

/** An id alone proves nothing; what only one of both shows as a whole may differ. */
function isAlike(value: JsonObject, entry: JsonObject): boolean {
  const shared = Object.entries(value).filter(([name, one]) => isPlain(one) && isPlain(getMember(entry, name)));
  return shared.length > 1 && shared.every(([name, one]) => isEquivalent(one, getMember(entry, name)));
}

const isPlain = (value: Json | undefined): boolean => /^(string|number|boolean)$/.test(typeof value);
