import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import { isReference } from '../../model/service/reference-name.js';
import type { Collection } from '../../model/service/subject.js';
import { type BodyMember, listBodyMembers } from '../../openapi/recognize/body-members.js';
import { listTypes } from '../../openapi/recognize/schema-shape.js';
import { isTemplated } from '../../openapi/recognize/words.js';
import { flattenResourceObject } from '../items/unwrap-item.js';
import {
  type CollectionEntries,
  type CollectionIndex,
  createCollectionIndex,
  excludeFromIndex,
} from './collection-index.js';
import { detectForeignKey, type ForeignKey } from './foreign-keys.js';

/**
 * Fills members that refer to another collection: with the id of an existing entry, otherwise with the id of an item
 * that is created first. An invented id would be refused, so an optional member that cannot be filled is omitted, and
 * so is a reference to the collection itself.
 */
export function resolveParents(document: Json | undefined, all: readonly CollectionEntries[]): Collection[] {
  const known = new Map(all.map(({ collection }) => [collection.name, collection]));
  const seen = new Map(all.map((one) => [one.collection, one]));
  const directory = createCollectionIndex([...seen.keys()]);
  for (const { collection } of all) {
    const others = all.filter((one) => one.collection !== collection);
    const { keys, own } = listKeys(document, collection, excludeFromIndex(directory, collection), others);
    const filled = keys.reduce((child, key) => linkKey(child, key, { seen, known }), collection);
    known.set(collection.name, dropUsedMarker(own.reduce(omitMember, filled)));
  }
  return all.map(({ collection }) => known.get(collection.name) ?? collection);
}

/** A member that refers to another item, or has the key of a request, takes no marker: that was assumed of a free text before. */
function dropUsedMarker(collection: Collection): Collection {
  const { marker, ...others } = collection;
  const { overrides, parents, idempotency } = others;
  const used = [...Object.keys(overrides), ...parents.map(({ place }) => place), `/${idempotency?.name}`];
  if (marker === undefined || !used.includes(marker)) return collection;
  if (findFact(collection, 'marker')?.provenance !== 'assumed') return collection;
  return { ...others, facts: others.facts.filter(({ about }) => about !== 'marker') };
}

interface ParentCandidates {
  readonly seen: ReadonlyMap<Collection, CollectionEntries>;
  /** Collections by name, with the parents known so far. */
  readonly known: ReadonlyMap<string, Collection>;
}

/** A foreign key, and the member to omit when it cannot be filled. */
interface FillableKey extends ForeignKey {
  readonly member?: string;
}

function listKeys(
  document: Json | undefined,
  collection: Collection,
  others: CollectionIndex,
  all: readonly CollectionEntries[],
) {
  const schema = collection.create?.request?.schema as Json | undefined;
  const isTaken = (pointer: string) =>
    collection.overrides[pointer] !== undefined ||
    collection.serverAssigned?.includes(pointer) === true ||
    collection.parents.some(({ place }) => place === pointer);
  const self = createCollectionIndex([collection]);
  const keys: FillableKey[] = [];
  const own: string[] = [];
  for (const member of listBodyMembers(document, schema).filter(({ pointer }) => !isTaken(pointer))) {
    const { pointer, name, isRequired } = member;
    const key = detectForeignKey(document, member, others) ?? detectKeyByExample(document, member, all);
    if (key && !isTaken(key.pointer)) keys.push({ ...key, ...(isRequired ? {} : { member: pointer }) });
    if (key || isRequired || pointer === collection.id.pointer) continue;
    if (parentNamePattern.test(name) || detectForeignKey(document, member, self)) own.push(pointer);
  }
  return { keys, own };
}

/** The parent of a node in a tree is in the same tree. */
const parentNamePattern = /^parent(_id|-id|Id|ID|_uuid|Uuid)$/;

/** Omits a member from creations, because no valid value is known. */
function omitMember(child: Collection, member: string): Collection {
  const { serverAssigned = [] } = child;
  const evidence = findFact(child, 'create')?.evidence ?? '';
  return {
    ...child,
    serverAssigned: [...serverAssigned, member],
    facts: replaceFacts(child.facts, [createFact(`parent ${member}`, omittedValue, 'assumed', evidence)]),
  };
}

/** The value of the fact about a member that refers to another item and is not sent. */
export const omittedValue = 'left out';

function linkKey(child: Collection, key: FillableKey, { seen, known }: ParentCandidates): Collection {
  const { pointer, targets, isList, sign } = key;
  const parents = targets.flatMap((target) => seen.get(target) ?? []);
  const full = parents.find(({ entries }) => entries.length > 0);
  const value = full && (findExampleValue(child, key, full) ?? key.value ?? findKeyValue(full, key));
  if (full && value !== undefined) {
    const found = createFact(`parent ${pointer}`, value, 'observed', `GET ${full.collection.path}`);
    const override = isList ? [value] : value;
    return {
      ...child,
      overrides: { [pointer]: override, ...child.overrides },
      facts: replaceFacts(child.facts, [found]),
    };
  }
  if (key.isChoice) return child;
  const parent = chooseParent(child, key, parents);
  if (parent?.create === undefined || parent.itemPath === undefined || isDependentOn(parent, child.name, known))
    return key.member === undefined ? child : omitMember(child, key.member);
  const evidence = [findFact(child, 'create')?.evidence, sign].filter(Boolean).join(': ');
  const made = createFact(`parent ${pointer}`, `one of ${parent.name}, created first`, 'assumed', evidence);
  return {
    ...child,
    // A list must exist before its first entry can be filled.
    ...(isList ? { overrides: { ...child.overrides, [pointer]: [] } } : {}),
    parents: [...child.parents, { place: isList ? `${pointer}/0` : pointer, collection: parent.name }],
    facts: replaceFacts(child.facts, [made]),
  };
}

/**
 * A collection of its own first. One below another collection only for a required member, because nothing says which parent it
 * must have; or below the same items.
 */
function chooseParent(child: Collection, { member }: FillableKey, parents: readonly CollectionEntries[]) {
  const all = parents.map(({ collection }) => collection);
  const getHome = ({ path }: Collection) => path.slice(0, path.lastIndexOf('/'));
  return (
    all.find(({ path }) => !isTemplated(path)) ??
    all.find((one) => member === undefined || getHome(one) === getHome(child))
  );
}

/** Whether creating an item requires, or may require, an item of that name itself; such a cycle could never start. */
export function isDependentOn(first: Collection, wanted: string, known: ReadonlyMap<string, Collection>): boolean {
  const needed = new Set([first.name]);
  for (const name of needed) {
    const { parents = [], shownItems = [] } = known.get(name) ?? {};
    for (const { collection } of [...parents, ...shownItems]) needed.add(collection);
  }
  return needed.has(wanted);
}

/** The id in an example of the whole content: it fits the other members and what a profile says of other collections. */
function findExampleValue({ create }: Collection, { pointer }: ForeignKey, full: CollectionEntries): Json | undefined {
  const value = getAtPointer(create?.request?.example, pointer);
  const isKnown = full.entries.some((entry) => readItemId(entry, full.collection) === value);
  return isKnown ? value : undefined;
}

function findKeyValue({ collection, entries: [entry] }: CollectionEntries, { types, isLink }: ForeignKey) {
  const id = readItemId(entry, collection);
  if (!isLink) return convertId(id, types);
  const told = ['/self', '/url', '/href', '/_links/self/href'].map((place) => getAtPointer(entry, place));
  const own = told.find((link) => typeof link === 'string');
  if (own !== undefined || collection.itemPath === undefined || (typeof id !== 'string' && typeof id !== 'number'))
    return own;
  return collection.itemPath.replace(/\{[^}]+\}/, encodeURIComponent(id));
}

function convertId(id: Json | undefined, types: readonly string[]): Json | undefined {
  if (typeof id === 'number') return types.includes('string') && !types.includes('integer') ? String(id) : id;
  if (typeof id !== 'string') return undefined;
  if (types.length === 0 || types.includes('string')) return id;
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

/** A member with the name of a reference, such as `leadId`, whose described example is the id of an item that a list shows. */
function detectKeyByExample(
  document: Json | undefined,
  { name, pointer, schema }: BodyMember,
  all: readonly CollectionEntries[],
): ForeignKey | undefined {
  if (!isReference(name) || schema.readOnly === true) return undefined;
  const examples = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : [])];
  for (const value of examples.filter((one) => one !== undefined && one !== null && !isObject(one))) {
    const found = all.find(({ collection, entries }) =>
      entries.some((entry) => readItemId(entry, collection) === value),
    );
    if (found)
      return {
        ...{ pointer, isList: false, isLink: false, types: listTypes(document, schema), value: value as Json },
        ...{ targets: [found.collection], sign: 'its example' },
      };
  }
  return undefined;
}

/**
 * Fills references to unknown collections in an inferred creation with the value of an existing entry, because an
 * invented id would be refused.
 */
export function fillReferences(collection: Collection, entries: readonly Json[]): Collection {
  const { create, overrides, parents } = collection;
  const schema = create?.request?.schema;
  if (create?.provenance !== 'assumed' || !isObject(schema) || !isObject(schema.properties)) return collection;
  const free = Object.keys(schema.properties)
    .filter(isReference)
    .map((name) => buildPointer([name]))
    .filter((place) => overrides[place] === undefined && !parents.some((parent) => parent.place.startsWith(place)));
  const found = free.flatMap((place) => {
    const value = entries
      .map((entry) => getAtPointer(flattenResourceObject(entry), place))
      .find((one) => one !== undefined && one !== null);
    return value === undefined ? [] : [[place, value] as const];
  });
  if (found.length === 0) return collection;
  return {
    ...collection,
    overrides: { ...Object.fromEntries(found), ...overrides },
    facts: replaceFacts(
      collection.facts,
      found.map(([place, value]) => createFact(`reference ${place}`, value, 'observed', `GET ${collection.path}`)),
    ),
  };
}
