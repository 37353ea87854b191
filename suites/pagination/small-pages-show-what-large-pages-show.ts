import { assume, defineRule, held, http, type Items, inconclusive, type Json, needs, values, violated } from '#rule';
import { chooseSizeFor, type LastPageFill } from './_shared/create-items.js';
import { describeTimes, isLedBack, judgeUnfinished, selectPages } from './_shared/walk.js';

/**
 * Nothing is created. The collection is read in large pages and in small ones. Where they differ, small and large ones are read again when
 * a cache would have let go of what it had: where both large readings are the same, the small pages must show the same entries, each as
 * often as the large ones. Where their order differs, small pages are read three times, of which two may not skip or repeat an entry.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'Small pages show the same entries as large ones',
  otherwise: 'Small pages skip or repeat entries that large pages show',
  touches: 'reads',
  watches: 'list',
  needs: [needs.listable, needs.pageSizeParameter],
  assumes: ['pagination/paging-ends'],
  cases: 2,
  given: () => values.record({ cut: values.oneOf<LastPageFill>('over', 'even') }),
  when: async ({ cut }, { items, collection }) => {
    const read = async (size?: number): Promise<Reading> => {
      const walk = await items.walk(size === undefined ? {} : { size });
      const entries = selectPages(walk).flatMap((page) => page.entries ?? []);
      return { walk, entries, ids: entries.map((entry) => items.readId(entry) ?? JSON.stringify(entry)) };
    };
    const before = await read();
    const { length } = before.ids;
    const why = before.walk.ended === 'trouble' ? 'the service returned no page' : 'the list has no end';
    assume(before.walk.ended === 'end', 'no-usable-case', why);
    assume(length > 1, 'no-usable-case', 'the collection has fewer than two entries');
    const size = chooseSizeFor(length, cut, collection);
    assume(size !== undefined && size < length, 'no-usable-case', 'no known page size is small enough');
    const first = await read(size);
    if (hasSameOrder(first, before)) return { size, large: [before], small: [first] };
    await http.pause(http.typicalReadLagMs);
    const small = [await read(size)];
    const large = [before, await read()];
    while (!hasSameOrder(before, large[1]) && small.length < 3) small.push(await read(size));
    return { size, large: hasSameOrder(before, large[1]) ? large : [...large, await read(), await read()], small };
  },
  then: ({ size, large, small }, { withoutNoise }) => {
    const isMoving = large.some((one) => !hasSameOrder(one, large[0]));
    const known = large[0]?.ids ?? [];
    const mayBeLost = !isMoving && new Set(known).size === known.length;
    const isLost = (one: Reading) => mayBeLost && isLedBack(one.walk) && findOdd(one, known);
    const [doubt] = small.flatMap((one) => (isLost(one) ? [] : (judgeUnfinished(one.walk) ?? [])));
    if (doubt) return doubt;
    if (isMoving && !isOneSet(large, small, withoutNoise))
      return inconclusive('noise', 'the list changed while it was read');
    const wanted = isMoving ? [...new Set([...large, ...small].flatMap(({ ids }) => ids))] : known;
    const [found, ...others] = small.flatMap((one) => findOdd(one, wanted) ?? []);
    if (found === undefined) return held;
    // What changes with each request is its own doing; what other clients do shows between some of them.
    if (isMoving && (others.length === 0 || hasSameOrder(large.at(-1), large.at(-2))))
      return inconclusive('noise', 'the order of the list changed while it was read');
    const list = ({ walk }: Reading) => walk.pages.map(({ exchange }) => exchange);
    if ([...large, ...small].flatMap(list).some(http.isCached))
      return inconclusive('noise', 'a cache answered instead of the service');
    const times = describeTimes(count(found.ids, found.id));
    const actual = `${times}, in pages of ${size}${isMoving ? ', whose order changes' : ''}`;
    const shows = [...large.flatMap(list).slice(0, 1), ...list(found).slice(0, 4)];
    return violated({ expected: `${found.id} ${describeTimes(count(wanted, found.id))}`, actual, shows });
  },
  silentIn: ['pagination-offset', 'past-end-last-page', 'small-pages', 'pagination-link'],
});

/** The list as it was read once. An entry without an id stands for itself. */
interface Reading {
  readonly walk: Awaited<ReturnType<Items['walk']>>;
  readonly entries: readonly Json[];
  readonly ids: readonly string[];
}

const hasSameOrder = (one?: Reading, other?: Reading): boolean => one?.ids.join('\n') === other?.ids.join('\n');

const count = (all: readonly string[], id: string): number => all.filter((one) => one === id).length;

/** The first entry that small pages show less often than wanted, or more often in a walk that reached its end. */
function findOdd(one: Reading, wanted: readonly string[]) {
  const less = wanted.find((id) => count(one.ids, id) < count(wanted, id));
  const more = one.walk.ended === 'end' ? one.ids.find((id) => count(one.ids, id) > count(wanted, id)) : undefined;
  const id = less ?? more;
  return id === undefined ? undefined : { ...one, id };
}

/**
 * Whether all readings are of the same entries, none of which changed meanwhile: each large reading has them on one page, or
 * the service reports their number on every page.
 */
function isOneSet(large: readonly Reading[], small: readonly Reading[], settle: (entry: Json) => Json | undefined) {
  const shown = new Map<string, Set<string>>();
  for (const { entries, ids } of [...large, ...small])
    for (const [i, id] of ids.entries())
      shown.set(id, (shown.get(id) ?? new Set()).add(JSON.stringify(settle(entries[i] ?? null))));
  const isWhole = ({ ids, walk }: Reading) =>
    walk.pages[0]?.entries?.length === shown.size && ids.length === shown.size;
  const isCounted = ({ walk }: Reading) => walk.pages.every(({ total }) => total === shown.size);
  const isUnchanged = [...shown.values()].every(({ size }) => size === 1);
  return isUnchanged && (large.every(isWhole) || [...large, ...small].every(isCounted));
}
