import {
  assumeMergePatch,
  batch,
  creatable,
  defineRule,
  explainRefusedPatch,
  hasStatus,
  held,
  inconclusive,
  patchable,
  preparePatch,
  readable,
  record,
  violated,
} from '#rule';
import { createAndRead } from './_create-item.js';
import { findWorstResponse } from './_worst-response.js';

export default defineRule({
  clause: 'PAT-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'PATCH of an existing item returns 200 or 204',
  otherwise: 'PATCH of an existing item returned neither 200 nor 204',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, patchable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ patches: batch(bodies.patch(), 4), body: bodies.body() }),
  when: async ({ body, patches }, { items, collection }) => {
    assumeMergePatch(collection);
    const { item } = await createAndRead(items, body);
    const answers = [];
    for (const patch of patches) answers.push(await item.patch(preparePatch(item, patch)));
    return { made: item.createdBy, patched: findWorstResponse(answers) };
  },
  then: ({ made, patched }) => {
    const status = patched?.answer?.status;
    if (patched === undefined) return held;
    if (hasStatus(patched, 401, 403)) return inconclusive('refused', `PATCH returned ${status}`);
    if (hasStatus(patched, 5)) return inconclusive('no-answer', `PATCH returned ${status}`);
    if (!hasStatus(patched, 2)) return inconclusive('setup', explainRefusedPatch(status));
    return violated({
      expected: 'PATCH returns 200 or 204',
      actual: `PATCH returned ${status ?? null}`,
      shows: [made, patched],
    });
  },
  proof: {
    violatedBy: ['patch-answers-201'],
    silentIn: ['put-204', 'etags', 'created-location-only', 'nullable-30', 'version-counter'],
  },
});
