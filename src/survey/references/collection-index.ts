import { tokensOf } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { nounOf, plainly, singular } from '../../openapi/recognize/words.js';

/** Collections by what they are called; among a thousand of them, nobody can be asked in turn. */
export interface Directory {
  /** Those that are called so, in singular or plural. */
  called(noun: string): readonly Collection[];
  /** Those, and the ones that a longer name ends in: `customer` and `billingCustomer` both mean customers. */
  named(noun: string): readonly Collection[];
  /** Those whose noun and id together are called so: `carrier_code`. */
  keyed(name: string): readonly Collection[];
}

/** The directory of these collections, in their order. */
export function directoryOf(all: readonly Collection[]): Directory {
  const places = new Map(all.map((collection, index) => [collection, index]));
  const ones = grouped(all, ({ path }) => plainly(singular(nounOf(path))));
  const stems = grouped(all, ({ path }) => plainly(nounOf(path)).replace(/s$/, ''));
  const keys = grouped(all, (one) => plainly(singular(nounOf(one.path)) + idNameOf(one)));
  const called = (noun: string) => ones.get(plainly(singular(noun))) ?? [];
  return {
    called,
    named: (noun) => {
      const plain = plainly(noun);
      const endings = Array.from(plain, (_, start) => stems.get(plain.slice(start)) ?? []);
      const found = new Set([...called(noun), ...endings.flat()]);
      return [...found].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    },
    // What only ends in `id` without a seam, as `paid`, is no key.
    keyed: (name) => (keys.get(plainly(name)) ?? []).filter((one) => idNameOf(one) !== 'id'),
  };
}

/** The directory as one of those in it sees it: nothing is its own parent. */
export function directoryWithout({ called, named, keyed }: Directory, own: Collection): Directory {
  const others = (all: readonly Collection[]) => (all.includes(own) ? all.filter((one) => one !== own) : all);
  return {
    called: (noun) => others(called(noun)),
    named: (noun) => others(named(noun)),
    keyed: (name) => others(keyed(name)),
  };
}

/** What the id of a collection is called. */
export const idNameOf = ({ id }: Collection): string => tokensOf(id.pointer).at(-1) ?? 'id';

function grouped(all: readonly Collection[], by: (one: Collection) => string): Map<string, Collection[]> {
  const groups = new Map<string, Collection[]>();
  for (const one of all) {
    const group = groups.get(by(one));
    if (group) group.push(one);
    else groups.set(by(one), [one]);
  }
  return groups;
}
