import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { monitorWriteStatus } from '../_shared/recorded-sequences.js';
import { findDemanded, patchParts } from './_shared/demanded-members.js';
import { findWorstResponse } from './_shared/worst-response.js';

/**
 * A refusal may have any reason, unless the same item takes all its own values at once, and no part of them: then PATCH changes no item
 * partially. A document may require the members.
 */
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
    const patched = findWorstResponse(answers);
    const isRefused = patched !== undefined && http.hasStatus(patched, 400, 422);
    const parts = isRefused ? await patchParts(await items.create(body, { role: 'control' })) : undefined;
    return { made: item.createdBy, patched, parts };
  },
  then: ({ made, patched, parts }, { collection, findBreaches }) => {
    const status = patched?.answer?.status;
    if (patched === undefined) return held;
    if (http.hasStatus(patched, 401, 403)) return inconclusive('refused', `PATCH returned ${status}`);
    if (http.hasStatus(patched, 5)) return inconclusive('no-answer', `PATCH returned ${status}`);
    const [demanded, ...others] = parts ? findDemanded(parts) : [];
    const schema = collection.patch?.request?.schema;
    const isRequired = schema && parts?.single.some(({ sent }) => findBreaches(schema, sent).length > 0);
    if (parts && demanded && !isRequired)
      return violated({
        expected: 'a PATCH with some of the values that the item has returns 200 or 204, as one with all of them does',
        actual: `PATCH without ${[demanded, ...others].map(({ name }) => name).join(', ')} returned ${demanded.patch.answer?.status}`,
        shows: [parts.made, parts.whole, demanded.patch, ...parts.single.slice(0, 1).map(({ patch }) => patch)],
      });
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
