import { assume, defineRule, type Exchange, held, http, type Item, needs, values } from '#rule';
import { chooseSizeNear, createAndList } from './_shared/create-items.js';
import { compareAtRest, judgeDisturbed, walkAndRecord } from './_shared/walk.js';

/** A cursor most likely points at the last item that was shown. */
export default defineRule({
  clause: 'PAG-04',
  title: 'Paging by cursor is stable under removal',
  otherwise: 'After a removal, paging by cursor skips or repeats another item',
  touches: 'deletes',
  watches: 'entries',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter, needs.cursorPaged, needs.removable],
  assumes: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once'],
  cases: 2,
  given: (bodies) =>
    values.record({
      ...{ body: bodies.body(), many: values.integer(3, 5), size: values.integer(1, 2), page: values.integer(1, 2) },
      which: values.oneOf<Which>('the last one shown', 'the first one shown', 'one not shown yet'),
    }),
  when: async ({ body, many, size: wished, page, which }, { items, collection }) => {
    const { owned, all } = await createAndList(items, body, many);
    const size = chooseSizeNear(wished, collection, all.entries.length);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    let gone: Item | undefined;
    let removed: Exchange | undefined;
    const between = async (pages: readonly http.Page[]) => {
      if (pages.length < page || gone) return;
      const ids = pages.flatMap(({ entries = [] }) => entries.map((entry) => items.readId(entry)));
      const last = pages.at(-1)?.entries?.length ?? 0;
      gone = chosen(which, owned, ids, last);
      removed = await gone?.delete();
    };
    const seen = await walkAndRecord(items, { size, between });
    assume(removed !== undefined, 'no-usable-case', 'the last page was reached before an item could be removed');
    assume(http.hasStatus(removed, 2), 'setup', `DELETE returned ${removed.answer?.status}`);
    const staying = owned.filter((item) => item !== gone);
    return compareAtRest(items, seen, size, staying);
  },
  then: (disturbed, { collection }) => judgeDisturbed(disturbed, collection) ?? held,
  silentIn: ['pagination-keyset', 'pagination-token', 'pagination-link', 'small-pages'],
});

type Which = 'the last one shown' | 'the first one shown' | 'one not shown yet';

/** The item that is removed. A cursor probably points to the last one shown, so one that ends its page is waited for, for two pages. */
function chosen(which: Which, owned: readonly Item[], ids: readonly (string | undefined)[], onLast: number) {
  if (which === 'one not shown yet') return owned.find(({ id }) => !ids.includes(id));
  const seen = ids.flatMap((id) => owned.find((item) => item.id === id) ?? []);
  if (which === 'the first one shown') return seen[0];
  const isLate = ids.length - ids.indexOf(seen[0]?.id) > 2 * onLast;
  return isLate || seen.at(-1)?.id === ids.at(-1) ? seen.at(-1) : undefined;
}
