import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { monitorWriteStatus } from '../_shared/recorded-sequences.js';
import { findWorstResponse } from './_shared/worst-response.js';

export default defineRule({
  clause: 'PAT-01',
  title: 'PATCH of an existing item returns 200 or 204',
  otherwise: 'PATCH of an existing item returned neither 200 nor 204',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.patchable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ patches: values.batch(bodies.patch(), 4), body: bodies.body() }),
  when: async ({ body, patches }, { items }) => {
    const item = await items.create(body);
    await http.readBack(item);
    const answers = [];
    for (const patch of patches) answers.push(await item.patch(http.preparePatch(item, patch)));
    return { made: item.createdBy, patched: findWorstResponse(answers) };
  },
  then: ({ made, patched }) => {
    const status = patched?.answer?.status;
    if (patched === undefined) return held;
    if (http.hasStatus(patched, 401, 403)) return inconclusive('refused', `PATCH returned ${status}`);
    if (http.hasStatus(patched, 5)) return inconclusive('no-answer', `PATCH returned ${status}`);
    if (!http.hasStatus(patched, 2)) return inconclusive('setup', http.explainRefusedPatch(status));
    return violated({
      expected: 'PATCH returns 200 or 204',
      actual: `PATCH returned ${status ?? null}`,
      shows: [made, patched],
    });
  },
  monitor: monitorWriteStatus('PATCH'),
  silentIn: ['put-204', 'etags', 'created-location-only', 'nullable-30', 'version-counter'],
});
