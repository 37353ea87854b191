import { at, type Collection, type Json, pointerOf } from '../rule/index.js';
import { believing, fact } from './facts.js';
import { membersOf, typesOf } from './shape.js';
import { isSameNoun, isTemplated, nounOf, plainly } from './words.js';

/** A collection and the entries that were seen in it. */
export interface Seen {
  readonly collection: Collection;
  readonly entries: readonly Json[];
}

/** Fills members that point to another collection: with the id of an entry there, else with the id of one that is made first. A made-up id would be refused. */
export function withParents(document: Json | undefined, all: readonly Seen[]): Collection[] {
  return all.map(({ collection }) => {
    const schema = collection.create?.request?.schema as Json | undefined;
    const keys = [...membersOf(document, schema)].flatMap(([name, member]) => {
      const place = pointerOf([name]);
      const isTaken =
        collection.overrides[place] !== undefined || collection.parents.some((one) => one.place === place);
      const parent = isTaken ? undefined : parentOf(name, collection, all);
      return parent ? [{ place, parent, types: typesOf(document, member.schema) }] : [];
    });
    return keys.reduce(linked, collection);
  });
}

interface ForeignKey {
  readonly place: string;
  readonly parent: Seen;
  readonly types: readonly string[];
}

function linked(child: Collection, { place, parent: { collection, entries }, types }: ForeignKey): Collection {
  const value = fitting(at(entries[0], collection.id.pointer), types);
  if (value !== undefined) {
    const found = fact(`parent ${place}`, value, 'observed', `GET ${collection.path}`);
    return { ...child, overrides: { [place]: value, ...child.overrides }, facts: believing(child.facts, [found]) };
  }
  if (collection.create === undefined || collection.itemPath === undefined) return child;
  const made = fact(`parent ${place}`, `one of ${collection.name}, made first`, 'assumed', 'its name');
  return {
    ...child,
    parents: [...child.parents, { place, collection: collection.name }],
    facts: believing(child.facts, [made]),
  };
}

function parentOf(name: string, child: Collection, all: readonly Seen[]): Seen | undefined {
  const noun = /^(.+?)(?:_id|-id|Id|ID|_uuid|Uuid)$/.exec(name)?.[1];
  if (noun === undefined) return undefined;
  const named = all.filter(({ collection }) => collection !== child && isNamed(noun, nounOf(collection.path)));
  return (
    named.find(({ entries }) => entries.length > 0) ?? named.find(({ collection }) => !isTemplated(collection.path))
  );
}

/** `customerId` points to customers, and so does `billingCustomerId`. */
const isNamed = (noun: string, collection: string): boolean =>
  isSameNoun(noun, collection) || plainly(noun).endsWith(plainly(collection).replace(/s$/, ''));

function fitting(id: Json | undefined, types: readonly string[]): Json | undefined {
  if (typeof id === 'number') return types.includes('string') && !types.includes('integer') ? String(id) : id;
  if (typeof id !== 'string') return undefined;
  if (types.length === 0 || types.includes('string')) return id;
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
