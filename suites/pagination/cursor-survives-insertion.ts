import { assume, defineRule, type Finding, held, type http, type Item, needs, values, violated } from '#rule';
import { chooseSizeNear, createAndList, createItems } from './_shared/create-items.js';
import {
  compareAtRest,
  countAppearances,
  judgeDisturbed,
  listShowingExchanges,
  type RecordedWalk,
  showsAny,
  walkAndRecord,
} from './_shared/walk.js';

export default defineRule({
  clause: 'PAG-04',
  title: 'Paging by cursor is stable under insertion',
  otherwise: 'After an insertion, paging by cursor skips or repeats an item',
  touches: 'writes',
  watches: 'entries',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter, needs.cursorPaged],
  assumes: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once'],
  cases: 2,
  given: (bodies) =>
    values.record({
      ...{ body: bodies.body(), late: bodies.body(), many: values.integer(3, 5) },
      ...{ size: values.integer(1, 2), page: values.integer(1, 2), inserted: values.integer(1, 2) },
    }),
  when: async ({ body, late, many, size: wished, page, inserted }, { items, collection }) => {
    const { owned, all } = await createAndList(items, body, many);
    const size = chooseSizeNear(wished, collection, all.entries.length);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const added: Item[] = [];
    // A walk that is led back shows an item of this run again only if it has shown one before.
    const between = async (pages: readonly http.Page[]) => {
      if (added.length > 0 || pages.length < page || !showsAny(items, owned, pages)) return;
      added.push(...(await createItems(items, late, inserted)));
    };
    const seen = await walkAndRecord(items, { size, between });
    assume(added.length > 0, 'no-usable-case', 'the last page was reached before an item could be inserted');
    return { added, ...(await compareAtRest(items, seen, size, owned)) };
  },
  then: ({ added, ...disturbed }, { collection }) =>
    judgeDisturbed(disturbed, collection) ?? judgeAdded(added, disturbed.seen),
  silentIn: ['pagination-keyset', 'pagination-token', 'pagination-link', 'small-pages'],
});

/** The inserted item may appear or not, but at most once. */
function judgeAdded(added: readonly Item[], seen: RecordedWalk): Finding {
  const twice = added.find((item) => countAppearances(seen, item) > 1);
  if (twice === undefined) return held;
  return violated({
    expected: `${twice.id} at most once`,
    actual: `${countAppearances(seen, twice)} times`,
    shows: [twice.createdBy, ...listShowingExchanges(seen, twice)],
  });
}
