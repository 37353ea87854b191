import { at, type Json } from '../../model/json.js';
import { beliefIn, believing, fact } from '../../model/service/facts.js';
import { ownId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import { bodyMembers } from '../../openapi/recognize/body-members.js';
import { isTemplated } from '../../openapi/recognize/words.js';
import { type Directory, directoryOf, directoryWithout } from './collection-index.js';
import { type ForeignKey, foreignKeyIn } from './foreign-keys.js';

/** A collection and the entries that were seen in it. */
export interface Seen {
  readonly collection: Collection;
  readonly entries: readonly Json[];
}

/**
 * Fills members that point to another collection: with the id of an entry there, else with the id of one that is made
 * first. A made-up id would be refused; so what may be left out and cannot be filled is left out, and so is what points to
 * the collection itself.
 */
export function withParents(document: Json | undefined, all: readonly Seen[]): Collection[] {
  const known = new Map(all.map(({ collection }) => [collection.name, collection]));
  const seen = new Map(all.map((one) => [one.collection, one]));
  const directory = directoryOf([...seen.keys()]);
  for (const { collection } of all) {
    const { keys, own } = keysOf(document, collection, directoryWithout(directory, collection));
    const filled = keys.reduce((child, key) => linked(child, key, { seen, known }), collection);
    known.set(collection.name, own.reduce(withoutMember, filled));
  }
  return all.map(({ collection }) => known.get(collection.name) ?? collection);
}

interface Surroundings {
  readonly seen: ReadonlyMap<Collection, Seen>;
  /** Collections by name, with the parents that are known so far. */
  readonly known: ReadonlyMap<string, Collection>;
}

/** A foreign key, and the member to leave out where it cannot be filled. */
interface Key extends ForeignKey {
  readonly member?: string;
}

/** Members that point to other collections, and those that point to this one and need not be sent. */
interface Keys {
  readonly keys: readonly Key[];
  readonly own: readonly string[];
}

function keysOf(document: Json | undefined, collection: Collection, others: Directory): Keys {
  const schema = collection.create?.request?.schema as Json | undefined;
  const isTaken = (pointer: string) =>
    collection.overrides[pointer] !== undefined ||
    collection.serverAssigned?.includes(pointer) === true ||
    collection.parents.some(({ place }) => place === pointer);
  const self = directoryOf([collection]);
  const keys: Key[] = [];
  const own: string[] = [];
  for (const member of bodyMembers(document, schema)) {
    const { pointer, name, isRequired } = member;
    if (isTaken(pointer)) continue;
    const key = foreignKeyIn(document, member, others);
    if (key && !isTaken(key.pointer)) keys.push({ ...key, ...(isRequired ? {} : { member: pointer }) });
    if (key || isRequired || pointer === collection.id.pointer) continue;
    if (isAbove.test(name) || foreignKeyIn(document, member, self)) own.push(pointer);
  }
  return { keys, own };
}

/** What stands above a thing of a tree is a thing of that tree. */
const isAbove = /^parent(_id|-id|Id|ID|_uuid|Uuid)$/;

/** A creation is not sent this member: nothing is known that could stand there. */
function withoutMember(child: Collection, member: string): Collection {
  const { serverAssigned = [] } = child;
  const evidence = beliefIn(child, 'create')?.evidence ?? '';
  return {
    ...child,
    serverAssigned: [...serverAssigned, member],
    facts: believing(child.facts, [fact(`parent ${member}`, leftOut, 'assumed', evidence)]),
  };
}

/** What is believed of a member that points to something, and is not sent. */
export const leftOut = 'left out';

function linked(child: Collection, key: Key, { seen, known }: Surroundings): Collection {
  const { pointer, targets, isList, sign } = key;
  const parents = targets.flatMap((target) => seen.get(target) ?? []);
  const full = parents.find(({ entries }) => entries.length > 0);
  const value = full && valueFrom(full, key);
  if (full && value !== undefined) {
    const found = fact(`parent ${pointer}`, value, 'observed', `GET ${full.collection.path}`);
    const override = isList ? [value] : value;
    return {
      ...child,
      overrides: { [pointer]: override, ...child.overrides },
      facts: believing(child.facts, [found]),
    };
  }
  if (key.isChoice) return child;
  const parent = parents.find(({ collection }) => !isTemplated(collection.path))?.collection;
  if (parent?.create === undefined || parent.itemPath === undefined || needs(parent, child.name, known))
    return key.member === undefined ? child : withoutMember(child, key.member);
  const evidence = [beliefIn(child, 'create')?.evidence, sign].filter(Boolean).join(': ');
  const made = fact(`parent ${pointer}`, `one of ${parent.name}, made first`, 'assumed', evidence);
  return {
    ...child,
    // A list must stand there before its first entry can be filled.
    ...(isList ? { overrides: { ...child.overrides, [pointer]: [] } } : {}),
    parents: [...child.parents, { place: isList ? `${pointer}/0` : pointer, collection: parent.name }],
    facts: believing(child.facts, [made]),
  };
}

/** Whether making one needs an item of that name itself: then nobody could begin. */
function needs(first: Collection, wanted: string, known: ReadonlyMap<string, Collection>): boolean {
  const needed = new Set([first.name]);
  for (const name of needed) {
    for (const { collection } of known.get(name)?.parents ?? []) needed.add(collection);
  }
  return needed.has(wanted);
}

function valueFrom({ collection, entries: [entry] }: Seen, { types, isLink }: ForeignKey): Json | undefined {
  const id = ownId(entry, collection.id.pointer);
  if (!isLink) return fitting(id, types);
  const told = ['/self', '/url', '/href', '/_links/self/href'].map((place) => at(entry, place));
  const own = told.find((link) => typeof link === 'string');
  if (own !== undefined || collection.itemPath === undefined || (typeof id !== 'string' && typeof id !== 'number'))
    return own;
  return collection.itemPath.replace(/\{[^}]+\}/, encodeURIComponent(id));
}

function fitting(id: Json | undefined, types: readonly string[]): Json | undefined {
  if (typeof id === 'number') return types.includes('string') && !types.includes('integer') ? String(id) : id;
  if (typeof id !== 'string') return undefined;
  if (types.length === 0 || types.includes('string')) return id;
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
