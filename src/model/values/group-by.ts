/** Groups values by a key, in the order of their first values. */
export function groupBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Counts values by a key, in the order of their first values. */
export const countBy = <T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, number> =>
  new Map([...groupBy(all, keyOf)].map(([key, group]) => [key, group.length]));
