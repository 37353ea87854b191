import { at, type Collection, type Json, pointerOf } from '../rule/index.js';
import { believing, fact } from './facts.js';
import { membersOf, typesOf } from './shape.js';
import { isSameNoun, nounOf, plainly } from './words.js';

/** A collection and the entries that were seen in it. */
export interface Seen {
  readonly collection: Collection;
  readonly entries: readonly Json[];
}

/** Fills members that point to another collection with the id of an entry there: a made-up id would be refused. */
export function withParents(document: Json | undefined, all: readonly Seen[]): Collection[] {
  return all.map(({ collection }) => {
    const schema = collection.create?.request?.schema as Json | undefined;
    const links = [...membersOf(document, schema)].flatMap(([name, member]) => {
      const pointer = pointerOf([name]);
      const parent = collection.overrides[pointer] === undefined ? parentOf(name, collection, all) : undefined;
      const value =
        parent && fitting(at(parent.entries[0], parent.collection.id.pointer), typesOf(document, member.schema));
      return parent && value !== undefined ? [{ pointer, value, evidence: `GET ${parent.collection.path}` }] : [];
    });
    if (links.length === 0) return collection;
    return {
      ...collection,
      overrides: {
        ...Object.fromEntries(links.map(({ pointer, value }) => [pointer, value])),
        ...collection.overrides,
      },
      facts: believing(
        collection.facts,
        links.map(({ pointer, value, evidence }) => fact(`parent ${pointer}`, value, 'observed', evidence)),
      ),
    };
  });
}

function parentOf(name: string, child: Collection, all: readonly Seen[]): Seen | undefined {
  const noun = /^(.+?)(?:_id|-id|Id|ID|_uuid|Uuid)$/.exec(name)?.[1];
  if (noun === undefined) return undefined;
  const isParent = ({ collection, entries }: Seen) =>
    collection !== child && entries.length > 0 && isNamed(noun, nounOf(collection.path));
  return all.find(isParent);
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
