import { defineRule, held, heldWithNote, http, inconclusive, type Tools, values, violated } from '#rule';
import { isClearBreach, showsForbidden, writeContent } from './_shared/contents.js';
import { restorable } from './_shared/needs.js';

/**
 * A lenient service is legal: what it corrects, drops or ignores is noted. It violates the rule only where GET shows the very
 * value that its own document forbids, at a place where it shows a valid value when that is sent.
 */
export default defineRule({
  clause: 'ERR-08',
  per: 'resource',
  title: 'A single resource refuses what violates the schema of the document',
  otherwise: 'A single resource stored a value that violates the schema of the document',
  touches: 'writes',
  watches: 'service',
  needs: [restorable],
  assumes: ['singles/put-replaces-a-single-resource', 'singles/repeated-put-of-a-single-resource-has-one-effect'],
  cases: 14,
  given: (bodies) => values.record({ invalid: bodies.nearMissReplacement(), valid: bodies.replacement() }),
  when: async ({ invalid, valid }, tools: Tools) => {
    const single = await tools.subject.single();
    const write = await writeContent(single, invalid.body, tools);
    if (!http.hasStatus(write, 200, 201, 204)) return { invalid, write };
    const shown = await single.get();
    const control = await writeContent(single, valid, tools);
    return { invalid, write, shown, control, usual: await single.get() };
  },
  then: ({ invalid, write, shown, control, usual }) => {
    const status = write.answer?.status;
    if (invalid.keyword === 'none') return inconclusive('no-usable-case', 'no content is invalid');
    if (http.hasStatus(write, 401, 403)) return inconclusive('refused', `${write.method} returned ${status}`);
    if (http.hasStatus(write, 4)) return held;
    if (!shown || !control || !usual) return inconclusive('setup', `${write.method} returned ${status}`);
    if (!http.hasStatus(control, 200, 201, 204))
      return inconclusive('setup', `${control.method} of valid content returned ${control.answer?.status}`);
    if (!isClearBreach(invalid) || !showsForbidden(invalid, shown, usual))
      return heldWithNote(`lenient: ${values.describeNearMiss(invalid)} returned ${status}`);
    return violated({
      expected: `a 4xx status for ${values.describeNearMiss(invalid)}`,
      actual: `${write.method} returned ${status}, and GET shows the value`,
      shows: [write, shown],
    });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});
