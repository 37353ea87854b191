import {
  assume,
  compare,
  defineRule,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  needs,
  values,
  violated,
} from '#rule';
import { pickValues } from './_shared/stable-item.js';

/**
 * Two items are seen in their list, which reads none of them by itself. The one created last is read first: what the service does to
 * new items on its own comes to it last. What a GET changes then, of the item that it reads only, is caused by reading.
 */
export default defineRule({
  clause: 'SAFE-01',
  title: 'The first GET of an item does not change it',
  otherwise: 'The first GET of an item changed what the list shows of it',
  touches: 'writes',
  watches: 'collection',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, needs.listable],
  assumes: [
    'creation/created-item-is-readable',
    'pagination/created-items-are-listed',
    'safety/get-does-not-change-the-item',
  ],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const twin = await items.create(body, { role: 'control' });
    const item = await items.create(body);
    const isIn = (entries: readonly Json[]) => (one: Item) => entries.some((entry) => items.readId(entry) === one.id);
    const show = (listing: http.Listing) => {
      const [entry, other] = [items.findEntry(listing, item), items.findEntry(listing, twin)];
      assume(entry !== undefined && other !== undefined, 'setup', 'the list does not show the created items');
      return { entry, other, page: listing.pages.at(-1) };
    };
    const look = async () => show(await items.list((entries) => [item, twin].every(isIn(entries))));
    const read = async (one: Item) => {
      const exchange = await one.get();
      assume(http.hasStatus(exchange, 200), 'setup', `GET of a created item returned ${exchange.answer?.status}`);
      return exchange;
    };
    const known = show(await items.listUntil(({ entries }) => [item, twin].every(isIn(entries))));
    const before = await look();
    const first = await read(item);
    const between = await look();
    const second = JSON.stringify(between.entry) === JSON.stringify(before.entry) ? undefined : await read(twin);
    return { made: item.createdBy, known, before, first, between, second, after: second ? await look() : between };
  },
  then: ({ made, known, before, first, between, second, after }, { isVolatile, isAccessStatistic }) => {
    if (compare.listLeaves(known.entry).size < 2)
      return inconclusive('no-usable-case', 'the list shows no members of its items');
    const isNoise = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
    const find = (of: 'entry' | 'other', from: (typeof known)[], to: (typeof known)[]) =>
      compare.findNewChanges(
        from.map((seen) => seen[of]),
        to.map((seen) => seen[of]),
        isNoise,
      );
    const others = find('other', [], [known, before, between]);
    // What a service computes when it is asked for first was null or absent before.
    const wasSet = (pointer: string) => (compare.getAtPointer(before.entry, pointer) ?? null) !== null;
    const changed = find('entry', [known, before], [before, between]).filter(
      (pointer) => !others.includes(pointer) && wasSet(pointer),
    );
    if (changed.length === 0) return held;
    const twice = find('other', [known, before, between], [between, after]);
    const still = find('entry', [], [between, after]);
    const caused = changed.filter((pointer) => twice.includes(pointer) && !still.includes(pointer));
    if (caused.length === 0)
      return inconclusive(
        'noise',
        'the list shows a change after the first GET of an item, and not after that of another',
      );
    const pages = [before.page, between.page, after.page].filter((page) => page !== undefined);
    const [one, two, three] = pages;
    const shows = [made, one, first, two, second, three].filter((exchange) => exchange !== undefined);
    return violated({ ...pickValues(caused, before.entry, between.entry), shows });
  },
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'pagination-offset', 'pagination-page'],
});
