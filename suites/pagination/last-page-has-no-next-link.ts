import { assume, defineRule, held, heldWithNote, inconclusive, needs, values, violated } from '#rule';
import { chooseSizeNear, createItems } from './_shared/create-items.js';
import { nextLinks, walkAndRecord } from './_shared/walk.js';

/**
 * A page that holds all items is the last one; an empty page may follow if it has no next link. A page that holds a
 * part is the control: it has a next link.
 */
export default defineRule({
  clause: 'PAG-08',
  title: 'The last page has no next link',
  otherwise: 'The last page has a next link',
  touches: 'writes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter, nextLinks],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), many: values.integer(2, 4), room: values.integer(0, 2) }),
  when: async ({ body, many, room }, { items, collection }) => {
    const owned = await createItems(items, body, many);
    // Where the last page has a next link, reading the collection never ends.
    const all = await items.listUntil((seen) => owned.every((item) => items.findEntry(seen, item) !== undefined));
    const known = new Set(all.entries.map((entry) => items.readId(entry)));
    const size = chooseSizeNear(all.entries.length + room, collection);
    assume(size !== undefined, 'no-usable-case', 'not all items fit on one page');
    const part = await items.page(items.firstPage(chooseSizeNear(1, collection)));
    const isTelling = part.isReported && part.next !== undefined;
    assume(isTelling, 'no-usable-case', 'a page with only a part of the items has no next link');
    const seen = await walkAndRecord(items, { size, maxPages: 5 });
    const isOthers = seen.walk.entries.some((entry) => !known.has(items.readId(entry)));
    const [first, ...later] = seen.walk.pages.map(({ entries = [] }) => entries.map((entry) => items.readId(entry)));
    // A service may show fewer than it is asked for: then the next page has the others.
    const isPart = later.flat().some((id) => !first?.includes(id));
    const isAll = !isPart && owned.every(({ id }) => seen.pagesOf.get(id)?.[0] === seen.walk.pages[0]?.exchange);
    return { size, seen, isOthers, isAll };
  },
  then: ({ size, seen: { walk }, isOthers, isAll }) => {
    const [page, ...more] = walk.pages;
    if (isOthers) return inconclusive('noise', 'an item was inserted while the last page was read');
    if (page === undefined || !isAll) return inconclusive('setup', `a page of ${size} does not show all items`);
    if (page.next === undefined || !page.isReported) return held;
    if (walk.ended === 'end' && more.every(({ entries }) => entries?.length === 0))
      return heldWithNote('the last page is followed by an empty one');
    return violated({
      expected: 'no next page',
      actual: page.next,
      shows: [page, ...more.slice(0, 2)].map(({ exchange }) => exchange),
    });
  },
  silentIn: ['pagination-link', 'pagination-token', 'pagination-drf', 'pagination-hal', 'pagination-keyset'],
});
