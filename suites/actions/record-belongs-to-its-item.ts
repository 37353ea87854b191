import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { judgeOpenAction, performOnTwo } from './_shared/perform-action.js';
import { readableRecord, readRecordId } from './_shared/record.js';

/** The control is GET of the record of the other item before the action. A record without an id may be a page about all items. */
export default defineRule({
  clause: 'ACT-06',
  per: 'action',
  title: 'The record of an action is shown at its own address only',
  otherwise: 'The record of an action is shown at another item or action, or replaced by its record',
  touches: 'writes',
  needs: [needs.creatable, needs.performable, readableRecord],
  assumes: ['creation/created-item-is-readable', 'actions/record-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2), content: bodies.action() }),
  when: ({ bodies, content }, tools) => performOnTwo(tools, bodies, content),
  then: ({ item, other, performed, before, after, record, others, performedNext, recordNext }, { collection }) => {
    const open = judgeOpenAction(performed);
    if (open) return open;
    const looks = [before, after, record, ...(recordNext ? [recordNext] : [])];
    if (looks.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    const read = (look = record, of = item) =>
      http.hasStatus(look, 200) ? readRecordId(look, of, collection) : 'none';
    const id = read();
    if (id === undefined || id === 'none') return inconclusive('no-usable-case', 'the item shows no record with an id');
    if (read(after, other) === id && read(before, other) !== id)
      return violated({ expected: 404, actual: { record: id }, shows: [before, performed, record, after] });
    const same = others.find((look) => read(look) === id);
    if (same) return violated({ expected: 404, actual: { record: id }, shows: [performed, record, same] });
    const status = after.answer?.status;
    if (!http.hasStatus(after, 404, 410))
      return inconclusive('setup', `GET of a record of the other item returned ${status}`);
    if (!performedNext || !recordNext || !http.hasStatus(performedNext, 2)) return held;
    const next = http.hasStatus(recordNext, 404, 410, 200) ? read(recordNext) : undefined;
    if (next === id) return held;
    if (next === undefined) return inconclusive('setup', `GET of the record returned ${recordNext.answer?.status}`);
    return violated({ expected: { record: id }, actual: { record: next }, shows: [record, performedNext, recordNext] });
  },
  silentIn: ['removable-payments', 'etags', 'put-204', 'ids-integer', 'soft-delete-410'],
});
