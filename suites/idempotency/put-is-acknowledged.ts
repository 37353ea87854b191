import { type Collection, defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import { monitorWriteStatus } from '../_shared/recorded-sequences.js';
import { hasTakenEffect } from './_shared/unchanged-item.js';
import { findWorstResponse } from './_shared/worst-response.js';

/**
 * Whether content that is valid, because PUT has stored it, was refused when it was sent again, with a status that the document does
 * not describe beside its 200 or 204. Preconditions, locks, limits and permissions are no matter of the content; a 409 may be about a
 * version in it, which a creation has not.
 */
function isRefusedAgain(again: Exchange, { replace, creation }: Collection): boolean {
  const described = Object.keys(replace?.responses ?? {});
  if (!http.hasStatus(again, 4) || http.hasStatus(again, 401, 403, 404, 408, 412, 423, 425, 428, 429)) return false;
  if (http.hasStatus(again, 409) && !creation?.isNamed) return false;
  const isOpen = described.some((status) => /^(default|4XX)$/i.test(status));
  const names = (status: number) => replace?.statuses.includes(status) === true;
  return (names(200) || names(204)) && !isOpen && !names(again.answer?.status ?? 0);
}

export default defineRule({
  clause: 'PUT-01',
  title: 'PUT of an existing item returns 200 or 204',
  otherwise: 'PUT of an existing item returned neither 200 nor 204',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.replaceable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ replacements: values.batch(bodies.replacement(), 4), body: bodies.body() }),
  when: async ({ body, replacements }, { items, collection }) => {
    const item = await items.create(body);
    await http.readBack(item);
    const answers = [];
    let before = item.sent;
    let stored = collection.creation?.isNamed ? { sent: item.sent, by: item.createdBy } : undefined;
    for (const replacement of replacements) {
      const sent = item.prepare(replacement);
      const put = await item.put(sent);
      if (http.isPending(put))
        return { made: item.createdBy, put, isSettled: await hasTakenEffect(item, before, sent) };
      answers.push(put);
      before = sent;
      if (http.hasStatus(put, 200, 204)) stored = { sent, by: put };
    }
    const again = stored && (await item.put(stored.sent));
    return { made: item.createdBy, put: findWorstResponse(answers), isSettled: false, stored, again };
  },
  then: ({ made, put, isSettled, stored, again }, { collection }) => {
    const status = put?.answer?.status;
    if (stored && again && isRefusedAgain(again, collection))
      return violated({
        expected: 'PUT returns 200 or 204 for content that it has stored',
        actual: `the same PUT, sent again, returned ${again.answer?.status}, which the document does not describe`,
        shows: [made, stored.by, again],
      });
    if (put === undefined) return held;
    if (http.hasStatus(put, 401, 403)) return inconclusive('refused', `PUT returned ${status}`);
    if (http.hasStatus(put, 5)) return inconclusive('no-answer', `PUT returned ${status}`);
    if (!http.hasStatus(put, 2)) return inconclusive('setup', `PUT of a valid body returned ${status}`);
    // 202 says that the outcome is open; where the write was complete at the time of the response, that is wrong.
    if (http.hasStatus(put, 202) && !isSettled)
      return inconclusive('setup', 'PUT returned 202, so its outcome was open');
    return violated({
      expected: 'PUT returns 200 or 204',
      actual: `PUT returned ${status ?? null}`,
      shows: [made, put],
    });
  },
  monitor: monitorWriteStatus('PUT'),
  silentIn: ['put-204', 'put-creates', 'etags', 'created-location-only', 'nullable-30'],
});
