import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createAndPerform } from './_shared/perform-action.js';
import { hasSameMembers, readableRecord, readRecord, readRecordId } from './_shared/record.js';

/** Reads the record twice: the same URL must show the same record. */
export default defineRule({
  clause: 'ACT-02',
  per: 'action',
  title: 'The record of an action is readable at its own URL',
  otherwise: 'The record of an action is not readable at its own URL',
  touches: 'writes',
  needs: [needs.creatable, needs.performable, readableRecord],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action() }),
  when: async ({ body, content }, tools) => {
    const { item, performed } = await createAndPerform(tools, body, content);
    const read = await readRecord(tools, item, performed);
    return {
      item,
      performed,
      read,
      again: http.hasStatus(read, 200) ? await readRecord(tools, item, performed) : read,
    };
  },
  then: ({ item, performed, read, again }, { collection }) => {
    const failed = [read, again].find((look) => !http.hasStatus(look, 200));
    const shows = [performed, failed ?? read];
    const { status } = failed?.answer ?? {};
    if (failed && !http.hasStatus(failed, 404, 410))
      return inconclusive(http.hasStatus(failed, 401, 403) ? 'refused' : 'setup', `GET returned ${status}`);
    if (failed) return violated({ expected: 'GET of the record returns 200', actual: `GET returned ${status}`, shows });
    const [made, first, second] = [performed, read, again].map((exchange) => readRecordId(exchange, item, collection));
    if (first !== second)
      return violated({ expected: { id: first ?? null }, actual: { id: second ?? null }, shows: [read, again] });
    if (made === undefined || made === first || !hasSameMembers(performed, read)) return held;
    return violated({ expected: { id: made }, actual: { id: first ?? null }, shows });
  },
  silentIn: ['etags', 'put-204', 'links-header', 'ids-integer', 'soft-delete-410'],
});
