import { parsePointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { getPathNoun, normalizeName, singularize } from '../../openapi/recognize/words.js';

/** Collections by what they are called; among a thousand of them, nobody can be asked in turn. */
export interface CollectionIndex {
  /** Those that are called so, in singular or plural. */
  findByName(noun: string): readonly Collection[];
  /** Those, and the ones that a longer name ends in: `customer` and `billingCustomer` both mean customers. */
  findByNameEnd(noun: string): readonly Collection[];
  /** Those whose noun and id together are called so: `carrier_code`. */
  findByKeyName(name: string): readonly Collection[];
}

/** The directory of these collections, in their order. */
export function createCollectionIndex(all: readonly Collection[]): CollectionIndex {
  const places = new Map(all.map((collection, index) => [collection, index]));
  const ones = groupCollections(all, ({ path }) => normalizeName(singularize(getPathNoun(path))));
  const stems = groupCollections(all, ({ path }) => normalizeName(getPathNoun(path)).replace(/s$/, ''));
  const keys = groupCollections(all, (one) => normalizeName(singularize(getPathNoun(one.path)) + getIdName(one)));
  const called = (noun: string) => ones.get(normalizeName(singularize(noun))) ?? [];
  return {
    findByName: called,
    findByNameEnd: (noun) => {
      const plain = normalizeName(noun);
      const endings = Array.from(plain, (_, start) => stems.get(plain.slice(start)) ?? []);
      const found = new Set([...called(noun), ...endings.flat()]);
      return [...found].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    },
    // What only ends in `id` without a seam, as `paid`, is no key.
    findByKeyName: (name) => (keys.get(normalizeName(name)) ?? []).filter((one) => getIdName(one) !== 'id'),
  };
}

/** The directory as one of those in it sees it: nothing is its own parent. */
export function excludeFromIndex(
  { findByName, findByNameEnd, findByKeyName }: CollectionIndex,
  own: Collection,
): CollectionIndex {
  const others = (all: readonly Collection[]) => (all.includes(own) ? all.filter((one) => one !== own) : all);
  return {
    findByName: (noun) => others(findByName(noun)),
    findByNameEnd: (noun) => others(findByNameEnd(noun)),
    findByKeyName: (name) => others(findByKeyName(name)),
  };
}

/** What the id of a collection is called. */
export const getIdName = ({ id }: Collection): string => parsePointer(id.pointer).at(-1) ?? 'id';

function groupCollections(all: readonly Collection[], by: (one: Collection) => string): Map<string, Collection[]> {
  const groups = new Map<string, Collection[]>();
  for (const one of all) {
    const group = groups.get(by(one));
    if (group) group.push(one);
    else groups.set(by(one), [one]);
  }
  return groups;
}
