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

/** Indexes what has path templates by their fixed beginnings, as a service may have thousands; longer ones come first. */
export function indexTemplates<T>(all: Iterable<T>, listTemplates: (one: T) => readonly string[]) {
  const placed = [...all].flatMap((one) => listTemplates(one).map((template) => ({ one, start: readStart(template) })));
  const groups = groupBy(placed, ({ start }) => start);
  return (path: string): ReadonlySet<T> => {
    const found = new Set<T>();
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : Math.max(0, path.lastIndexOf('/', end - 1)))
      for (const { one } of groups.get(path.slice(0, end)) ?? []) found.add(one);
    return found;
  };
}

const readStart = (template: string): string =>
  template.includes('{') ? template.slice(0, template.lastIndexOf('/', template.indexOf('{'))) : template;
