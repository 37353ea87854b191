import { assume, compare, defineRule, held, http, inconclusive, type Json, needs, values, violated } from '#rule';
import { type DrawnWrite, findByMarker, findOtherId, writeAndRead } from './_shared/later-appearances.js';

/** The item is found in the list by its marker, so that a changed id cannot hide it. */
export default defineRule({
  clause: 'RES-02',
  title: 'An item keeps its id and its URL',
  otherwise: 'The id or the URL of an item changed',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      way: values.oneOf<DrawnWrite['way']>('put', 'list', 'patch'),
      replacement: bodies.replacement(),
      patch: bodies.patch(),
    }),
  when: async ({ body, ...drawn }, { items, collection }) => {
    const { exchange: made, item, mark } = await items.post(body, { marked: true });
    const told = `the creation returned ${made.answer?.status} (exchange ${made.n})`;
    assume(!http.hasStatus(made, 401, 403), 'refused', told);
    assume(item !== undefined && !http.isPending(made), 'setup', told);
    const read = await http.readBack(item);
    const later = await (drawn.way === 'list'
      ? findByMarker(items, collection, mark)
      : writeAndRead(item, collection, drawn));
    return { id: item.id, made, read, later };
  },
  then: ({ id, made, read, later: { entries, exchanges, after } }, { collection }) => {
    const shows = [made, read, ...exchanges];
    const status = after?.answer?.status;
    if (after && http.hasStatus(after, 404, 410)) {
      const actual = `GET returned ${status} after the write`;
      return violated({ expected: `the item at ${read.path}`, actual, shows });
    }
    if (after && status !== 200) return inconclusive('setup', `GET after the write returned ${status}`);
    const { pointer } = collection.id;
    const hasId = (shown: Json) => compare.getAtPointer(shown, pointer) !== undefined;
    // The response to a creation may show an operation, or a receipt, that has an id of its own.
    const isOfItem = String(compare.getAtPointer(made.answer?.json, pointer)) === id && !http.hasStatus(made, 202);
    const seen = [...(isOfItem ? [made] : []), read, ...(after ? exchanges : [])];
    const [first, ...others] = seen.map(({ answer }) => answer?.json ?? null).filter(hasId);
    if (first === undefined && entries.some(hasId)) return inconclusive('no-usable-case', 'only the list shows an id');
    const differ = (shown: Json | undefined) => findOtherId(first, shown, pointer);
    const wrong = others.find(differ) ?? (entries.every(differ) ? entries[0] : undefined);
    const found = differ(wrong);
    return found === undefined ? held : violated({ ...found, shows });
  },
  silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'put-204', 'pagination-page', 'version-counter'],
});
