import { assume, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';

/**
 * RFC 9110 §9.3.4. The GET afterwards shows what PUT did; an address that was never used is not read before, because a 404 may be
 * cached.
 */
export default defineRule({
  clause: 'PUT-04',
  title: 'PUT to a missing item creates it with 201, or fails',
  otherwise: 'PUT to a missing item returned a status that does not match its effect',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.replaceable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      replacement: bodies.replacement(),
      where: values.oneOf<'unknown' | 'deleted'>('unknown', 'deleted'),
    }),
  when: async ({ body, replacement, where }, { items, collection }) => {
    const isDeleted = where === 'deleted' && collection.remove !== undefined && needs.hardDeletion.isMet(collection);
    const nothing = await (isDeleted ? items.createDeleted(body) : items.getUnknown(body));
    const gone = isDeleted ? await nothing.getUntil((exchange) => http.hasStatus(exchange, 404, 410)) : undefined;
    assume(gone === undefined || http.hasStatus(gone, 404, 410), 'setup', 'the deleted item is still there');
    const put = await nothing.put(nothing.prepare(replacement));
    const after = await nothing.getUntil((exchange) => http.hasStatus(exchange, 200) === http.hasStatus(put, 2));
    // Where every address has a representation, no item is missing.
    const isOdd = http.hasStatus(put, 200, 204) || (http.hasStatus(put, 4) && http.hasStatus(after, 200));
    const other = isOdd ? await (await items.getUnknown(body)).get() : undefined;
    return { put, after, other, gone };
  },
  then: ({ put, after, other, gone }) => {
    const status = put.answer?.status;
    const isThere = http.hasStatus(after, 200);
    const shows = [...(gone ? [gone] : []), put, after];
    if (!isThere && !http.hasStatus(after, 404, 410))
      return inconclusive('setup', `GET returned ${after.answer?.status}`);
    if (other && http.hasStatus(other, 2))
      return inconclusive('setup', 'GET of an id that was never used returns 200 too');
    if (http.hasStatus(put, 4)) {
      const expected = `no item created by a PUT that returned ${status}`;
      return isThere ? violated({ expected, actual: 'GET returns 200', shows }) : held;
    }
    if (status === 201 && isThere) return heldWithNote('PUT creates missing items');
    if (!http.hasStatus(put, 200, 201, 204)) return inconclusive('setup', `PUT returned ${status}`);
    if (gone && !isThere) return inconclusive('noise', 'the 404 from before PUT may be cached');
    const expected = isThere ? '201, because PUT created the item' : '4xx, because PUT created nothing';
    return violated({ expected, actual: `PUT returned ${status}, then GET returned ${after.answer?.status}`, shows });
  },
  silentIn: ['put-creates', 'put-204', 'ids-integer', 'ids-prefixed', 'etags'],
});
