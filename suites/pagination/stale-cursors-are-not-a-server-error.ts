import { assume, defineRule, held, http, needs, values } from '#rule';
import { chooseSizeNear, createAndList } from './_shared/create-items.js';
import { findPageLimit, findSecondCursor, judgeForged, requestWithCursor } from './_shared/forged-cursor.js';

/** The item to which the cursor may point is removed: a page, or a response that the cursor has expired, are both legal. */
export default defineRule({
  clause: 'PAG-07',
  title: 'A cursor whose item was removed works or is refused',
  otherwise: 'A cursor whose item was removed caused a server error',
  touches: 'deletes',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter, needs.cursorPaged, needs.removable],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), many: values.integer(2, 3) }),
  when: async ({ body, many }, { items, collection }) => {
    const { owned } = await createAndList(items, body, many);
    const size = chooseSizeNear(1, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const { defaultSize, maxSize } = collection.pagination;
    const limit = await findPageLimit(items, size, defaultSize ?? maxSize ?? 0);
    const cursor = await findSecondCursor(items, collection, size);
    for (const item of owned) {
      const removed = await item.delete();
      assume(http.hasStatus(removed, 2), 'setup', `DELETE returned ${removed.answer?.status}`);
    }
    return requestWithCursor(items, cursor, cursor.value, limit);
  },
  then: (asked) => judgeForged(asked) ?? held,
  silentIn: ['pagination-keyset', 'pagination-token', 'pagination-link', 'small-pages'],
});
