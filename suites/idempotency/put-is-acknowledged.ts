import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { findWorstResponse, hasTakenEffect } from './_shared/worst-response.js';

export default defineRule({
  clause: 'PUT-01',
  title: 'PUT of an existing item returns 200 or 204',
  otherwise: 'PUT of an existing item returned neither 200 nor 204',
  stage: 'stable',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.replaceable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ replacements: values.batch(bodies.replacement(), 4), body: bodies.body() }),
  when: async ({ body, replacements }, { items }) => {
    const item = await items.create(body);
    await http.readBack(item);
    const answers = [];
    let before = item.sent;
    for (const replacement of replacements) {
      const sent = item.prepare(replacement);
      const put = await item.put(sent);
      if (http.isPending(put))
        return { made: item.createdBy, put, isSettled: await hasTakenEffect(item, before, sent) };
      answers.push(put);
      before = sent;
    }
    return { made: item.createdBy, put: findWorstResponse(answers), isSettled: false };
  },
  then: ({ made, put, isSettled }) => {
    const status = put?.answer?.status;
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
  silentIn: ['put-204', 'put-creates', 'etags', 'created-location-only', 'nullable-30'],
});
