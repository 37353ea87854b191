import {
  assume,
  compare,
  defineRule,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { createAndList } from './_shared/create-items.js';

/**
 * A collection is empty after the last item of this run was removed, unless others have items in it. Before, with one
 * item in it, it must be readable.
 */
export default defineRule({
  clause: 'PAG-09',
  title: 'An empty collection returns an empty page',
  otherwise: 'An empty collection does not return an empty page',
  touches: 'deletes',
  watches: 'collection',
  needs: [needs.creatable, needs.removable, needs.listable, needs.hardDeletion],
  assumes: ['creation/created-item-is-readable', 'idempotency/deleted-item-is-not-listed'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), many: values.integer(1, 2) }),
  when: async ({ body, many }, { items }) => {
    const { owned, all } = await createAndList(items, body, many);
    const isOurs = all.entries.length === owned.length;
    assume(isOurs, 'no-usable-case', 'the collection has items of others, so it cannot be emptied');
    for (const removed of await Promise.all(owned.map((item) => item.delete())))
      assume(http.hasStatus(removed, 2), 'setup', `DELETE returned ${removed.answer?.status}`);
    const after = await items.listUntil(({ entries }) => entries.length === 0);
    return { full: all.pages[0], empty: after.pages[0], isEmpty: after.entries.length === 0 };
  },
  then: ({ full, empty, isEmpty }) => {
    if (full === undefined || empty === undefined || !isEmpty)
      return inconclusive('setup', 'the collection still has an item, or has one again');
    return judgeEmptyPage(full, empty);
  },
  silentIn: ['pagination-hal', 'pagination-range', 'pagination-drf', 'past-end-404', 'soft-delete-410'],
});

/** HAL leaves out empty members; a member that is there must be a list without entries. */
function judgeEmptyPage(full: Exchange, empty: Exchange): Finding {
  const { status = 0, json, text = '' } = empty.answer ?? {};
  const shows = [full, empty];
  if (status === 401 || status === 403) return inconclusive('refused', `GET returned ${status}`);
  if (status !== 200 && status !== 206) return violated({ expected: 'status 200', actual: `status ${status}`, shows });
  if (Array.isArray(json)) return held;
  if (!compare.isObject(json))
    return violated({ expected: 'an empty page', actual: text.slice(0, 80) || 'no content', shows });
  const before = full.answer?.json;
  const lists = compare.isObject(before) ? Object.keys(before).filter((name) => Array.isArray(before[name])) : [];
  const missing = lists.find((name) => !Array.isArray(json[name]));
  if (missing === undefined) return held;
  if (!Object.hasOwn(json, missing)) return heldWithNote(`an empty page has no member ${missing}`);
  return violated({ expected: { [missing]: [] }, actual: { [missing]: json[missing] ?? null }, shows });
}
