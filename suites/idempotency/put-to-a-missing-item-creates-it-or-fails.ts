import {
  creatable,
  defineRule,
  hasStatus,
  held,
  heldWithNote,
  inconclusive,
  readable,
  record,
  replaceable,
  violated,
} from '#rule';

/** RFC 9110 §9.3.4. What GET finds afterwards says what happened; an address is never read before, for a 404 may be cached. */
export default defineRule({
  clause: 'PUT-04',
  level: 'MUST',
  family: 'http',
  per: 'collection',
  title: 'PUT to an absent item says what it did',
  otherwise: 'PUT to an absent item said something else than it did',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, replaceable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body(), replacement: bodies.replacement() }),
  when: async ({ body, replacement }, { items }) => {
    const nothing = await items.getUnknown(body);
    const put = await nothing.put(nothing.prepare(replacement));
    const after = await nothing.getUntil((exchange) => hasStatus(exchange, 200) === hasStatus(put, 2));
    // Where every address has something to show, none is absent.
    const isOdd = hasStatus(put, 200, 204) || (hasStatus(put, 4) && hasStatus(after, 200));
    const other = isOdd ? await (await items.getUnknown(body)).get() : undefined;
    return { put, after, other };
  },
  then: ({ put, after, other }) => {
    const status = put.answer?.status;
    const isThere = hasStatus(after, 200);
    const shows = [put, after];
    if (!isThere && !hasStatus(after, 404, 410))
      return inconclusive('setup', `GET was answered ${after.answer?.status}`);
    if (other && hasStatus(other, 2)) return inconclusive('setup', 'addresses that were never given out answer too');
    if (hasStatus(put, 4)) {
      const expected = `nothing made by a PUT that was answered ${status}`;
      return isThere ? violated({ expected, actual: 'GET answers 200', shows }) : held;
    }
    if (status === 201 && isThere) return heldWithNote('PUT makes what is absent');
    if (!hasStatus(put, 200, 201, 204)) return inconclusive('setup', `PUT was answered ${status}`);
    const expected = isThere ? '201, for PUT made the item' : '4xx, for PUT made nothing';
    return violated({ expected, actual: `PUT answers ${status}, then GET ${after.answer?.status}`, shows });
  },
  proof: {
    violatedBy: ['put-to-a-missing-order-answers-success', 'put-creates-with-200'],
    silentIn: ['put-creates', 'put-204', 'ids-integer', 'ids-prefixed', 'etags'],
  },
});
