import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { type DrawnWrite, findByMarker, writeAndRead } from './_shared/later-appearances.js';

/** The item is found in the list by its marker, so that a changed id cannot hide it. */
export default defineRule({
  clause: 'RES-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'An item keeps its id and its URL',
  otherwise: 'The id or the URL of an item changed',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
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
    const isListing = drawn.way === 'list';
    const later = await (isListing ? findByMarker(items, collection, mark) : writeAndRead(item, collection, drawn));
    return { made, read, later };
  },
  then: ({ made, read, later: { entries, exchanges, after } }, { collection }) => {
    const shows = [made, read, ...exchanges];
    // A response with 202 may show an operation that has an id of its own.
    const idsOf = (seen: typeof shows) =>
      seen
        .filter((one) => !http.hasStatus(one, 202))
        .map(({ answer }) => compare.getAtPointer(answer?.json, collection.id.pointer));
    const status = after?.answer?.status;
    if (after && http.hasStatus(after, 404, 410))
      return violated({
        expected: `the item at ${read.path}`,
        actual: `GET returned ${status} after the write`,
        shows,
      });
    if (after && status !== 200) return inconclusive('setup', `GET after the write returned ${status}`);
    const [id, ...others] = idsOf(after ? shows : [made, read]).filter((found) => found !== undefined);
    const listed = entries.map((entry) => compare.getAtPointer(entry, collection.id.pointer) ?? id);
    const isOther = (found: unknown) => String(found) !== String(id);
    const strange = others.find(isOther) ?? (listed.every(isOther) ? listed[0] : undefined);
    return strange === undefined ? held : violated({ expected: { id: id ?? null }, actual: { id: strange }, shows });
  },
  proof: {
    silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'put-204', 'pagination-page', 'version-counter'],
  },
});
