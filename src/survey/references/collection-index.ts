import { type Json, normalizeName, parsePointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { groupBy } from '../../model/values/group-by.js';
import { getPathNoun, isSameStem, singularize } from '../../openapi/recognize/words.js';

export interface CollectionEntries {
  readonly collection: Collection;
  readonly entries: readonly Json[];
}

/** An index of collections by name, because there may be a thousand of them. */
export type CollectionIndex = ReturnType<typeof createCollectionIndex>;

/** Creates the index; results keep the order of the collections. */
export function createCollectionIndex(all: readonly Collection[]) {
  const places = new Map(all.map((collection, index) => [collection, index]));
  const ones = groupBy(all, ({ path }) => normalizeName(singularize(getPathNoun(path))));
  const stems = groupBy(all, ({ path }) => normalizeName(getPathNoun(path)).replace(/s$/, ''));
  const keys = groupBy(all, (one) => normalizeName(singularize(getPathNoun(one.path)) + getIdName(one)));
  const called = (noun: string): readonly Collection[] => ones.get(normalizeName(singularize(noun))) ?? [];
  return {
    /** Collections with this name, in singular or plural. */
    findByName: called,
    /**
     * The same, and collections whose name is the end of a longer name: `customer` and `billingCustomer` both match
     * customers. Where there are none, those whose plural is another than in English: `hospital` matches hospitais.
     */
    findByNameEnd(noun: string): readonly Collection[] {
      const plain = normalizeName(noun);
      const endings = Array.from(plain, (_, start) => stems.get(plain.slice(start)) ?? []);
      const exact = [...called(noun), ...endings.flat()];
      const similar = () => all.filter(({ path }) => isSameStem(plain, normalizeName(getPathNoun(path))));
      const found = new Set(exact.length > 0 ? exact : similar());
      return [...found].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    },
    /** Collections whose noun and id name form this name: `carrier_code`. A word that merely ends in `id`, such as `paid`, is not a key. */
    findByKeyName: (name: string): readonly Collection[] =>
      (keys.get(normalizeName(name)) ?? []).filter((one) => getIdName(one) !== 'id'),
  };
}

/** Excludes a collection from the index, because it cannot be its own parent. */
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

export const getIdName = ({ id }: Collection): string => parsePointer(id.pointer).at(-1) ?? 'id';
