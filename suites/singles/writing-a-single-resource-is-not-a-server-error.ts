import { defineRule, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { writeContent } from './_shared/contents.js';
import { restorable } from './_shared/needs.js';

/** Valid content must be accepted, and other content refused with 4xx. One failure proves nothing. */
export default defineRule({
  clause: 'ERR-23',
  per: 'resource',
  title: 'Writing a single resource does not fail each time',
  otherwise: 'Writing a single resource fails with a server error each time',
  touches: 'writes',
  watches: 'service',
  needs: [restorable],
  assumes: ['singles/put-replaces-a-single-resource', 'singles/repeated-put-of-a-single-resource-has-one-effect'],
  cases: 8,
  given: (bodies) => values.record({ invalid: bodies.nearMissReplacement(), valid: bodies.replacement() }),
  when: async ({ invalid, valid }, tools: Tools) => {
    const single = await tools.subject.single();
    for (const body of [valid, invalid.body]) {
      const tries = [];
      let write = await writeContent(single, body, tools);
      while (http.isServerFailure(write) && tries.length < timesAgain) {
        tries.push(write, await single.get());
        write = await writeContent(single, body, tools);
      }
      if (http.isServerFailure(write)) return { write, tries };
    }
    return { tries: [] };
  },
  then: ({ write, tries }) => {
    if (write === undefined) return held;
    const status = write.answer?.status;
    if (!tries.some((look) => look.method === 'GET' && http.hasStatus(look, 200)))
      return inconclusive('no-answer', `${write.method} returned ${status}, and GET failed, too`);
    const expected = 'a success status, or a 4xx status if the content is invalid';
    return violated({ expected, actual: `${write.method} returned ${status} each time`, shows: [write] });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});

/** How often a failed write is repeated, each time after a read that succeeds. */
const timesAgain = 3;
