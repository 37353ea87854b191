import { assume, defineRule, held, needs, values } from '#rule';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';
import { findPageLimit, findSecondCursor, judgeForged, requestWithCursor } from './_shared/forged-cursor.js';

type Forgery = 'invented' | 'truncated' | 'extended' | 'of another type' | 'sent twice';

/** Maximum number of items that are created to see whether a forged cursor removes the page limit. */
const worth = 7;

/** The forged cursors are derived from a cursor of the service, without knowledge of its contents. */
export default defineRule({
  clause: 'PAG-07',
  title: 'A forged cursor is refused or ignored',
  otherwise: 'A forged cursor caused a server error, or removed the page limit',
  touches: 'reads',
  needs: [needs.listable, needs.pageSizeParameter, needs.cursorPaged],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      forgery: values.oneOf<Forgery>('invented', 'truncated', 'extended', 'of another type', 'sent twice'),
    }),
  when: async ({ body, forgery }, { items, collection, fresh }) => {
    const { defaultSize, maxSize } = collection.pagination;
    const usual = defaultSize ?? worth;
    await ensureEntries(items, body, usual < worth ? usual + 1 : 2);
    const size = chooseSizeNear(1, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const limit = await findPageLimit(items, size, defaultSize ?? maxSize ?? 0);
    const cursor = await findSecondCursor(items, collection, size);
    return requestWithCursor(items, cursor, forge(forgery, cursor.value, fresh.word()), limit);
  },
  then: (asked) => judgeForged(asked) ?? held,
  silentIn: ['pagination-keyset', 'pagination-token', 'pagination-link', 'small-pages'],
});

function forge(forgery: Forgery, value: string, word: string): string {
  const forged: Readonly<Record<Forgery, string>> = {
    invented: word,
    truncated: value.slice(0, -1),
    extended: `${value}A`,
    'of another type': Buffer.from(JSON.stringify({ id: word, offset: -1 })).toString('base64url'),
    'sent twice': value + value,
  };
  return forged[forgery];
}
