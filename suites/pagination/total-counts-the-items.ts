import { assume, defineRule, held, http, type Item, inconclusive, needs, values, violated } from '#rule';
import { monitorPage } from '../_shared/recorded-pages.js';
import { chooseSizeNear, createItems, reportedTotal, requireWhole } from './_shared/create-items.js';
import { isUndisturbed, judgeUnfinished } from './_shared/walk.js';

const findWrongTotal = ({ pages, entries }: Pick<http.Listing, 'entries'> & { readonly pages: readonly http.Page[] }) =>
  pages.find(({ total }) => total !== undefined && total !== entries.length);

/** The total of every page is compared with the number of listed items, after an item was created and one was removed. */
export default defineRule({
  clause: 'PAG-10',
  title: 'The total is the number of items',
  otherwise: 'The total is not the number of items',
  touches: 'deletes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter, reportedTotal, needs.removable],
  assumes: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once', 'pagination/page-size-is-honoured'],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      many: values.integer(2, 5),
      removed: values.integer(0, 1),
      size: values.integer(1, 2),
    }),
  when: async ({ body, many, removed, size: wished }, { items, collection }) => {
    const made = await createItems(items, body, many);
    const [gone, owned] = [made.slice(0, removed), made.slice(removed)];
    for (const item of gone) assume(http.hasStatus(await item.delete(), 2), 'setup', 'DELETE did not succeed');
    const shows = (seen: http.Listing, item: Item) => items.findEntry(seen, item) !== undefined;
    const isOver = (seen: http.Listing) =>
      owned.every((item) => shows(seen, item)) && !gone.some((item) => shows(seen, item));
    const all = await items.listUntil(isOver);
    requireWhole(all);
    assume(isOver(all), 'setup', 'the collection does not list exactly the items that were created and not removed');
    const size = chooseSizeNear(wished, collection, all.entries.length);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const first = await items.walk({ size });
    if (judgeUnfinished(first) || !findWrongTotal(first)) return { walk: first, isStill: true };
    // Totals may be updated later than lists: the lag that is declared for lists applies to totals as well.
    const again = await items.listUntil(({ totals = [] }) => totals.every((total) => total === all.entries.length));
    return { walk: await items.walk({ size }), isStill: again.isWhole && isUndisturbed(items, owned, all, again) };
  },
  then: ({ walk, isStill }) => {
    const doubt = judgeUnfinished(walk);
    if (doubt) return doubt;
    const isTold = walk.pages.some(({ total }) => total !== undefined);
    if (!isTold) return inconclusive('no-usable-case', 'no page has a total');
    const wrong = findWrongTotal(walk);
    if (wrong === undefined) return held;
    if (!isStill) return inconclusive('noise', 'the collection changed while it was counted');
    const shows = [...walk.pages.filter((page) => page !== wrong).slice(0, 3), wrong].map(({ exchange }) => exchange);
    return violated({ expected: walk.entries.length, actual: wrong.total ?? null, shows });
  },
  monitor: monitorPage('the number of items', ({ total, entries, next }) => {
    if (total === undefined) return undefined;
    if (next !== undefined && total === entries.length && total > 0) return `${total} on a page that has a next one`;
    return total < entries.length ? `${total}, with ${entries.length} entries` : null;
  }),
  silentIn: ['pagination-offset', 'pagination-spring', 'pagination-drf', 'pagination-hal', 'pagination-jsonapi'],
});
