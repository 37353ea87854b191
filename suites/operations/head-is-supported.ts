import { defineRule, held, heldWithNote, http, inconclusive, type Tools, values, violated } from '#rule';
import { sendHeadAndGet } from './_shared/head.js';
import { calledByGet, knownAddress } from './_shared/needs.js';

export default defineRule({
  clause: 'HEAD-01',
  level: 'SHOULD',
  family: 'convention',
  per: 'operation',
  title: 'HEAD is supported at each address of GET',
  otherwise: 'HEAD is not supported at an address of GET',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  assumes: ['safety/head-does-not-change-the-item'],
  yieldsTo: { read: ['safety/head-is-supported'] },
  cases: 1,
  given: () => values.oneOf(null),
  when: (_: null, tools: Tools) => sendHeadAndGet(tools),
  then: ({ get, head }) => {
    if (http.hasStatus(head, 2)) return held;
    const status = head.answer?.status;
    if (http.hasStatus(head, 401, 403)) return inconclusive('refused', `HEAD returned ${status}`);
    if (http.hasStatus(head, 3)) return heldWithNote(`HEAD returned ${status}`);
    return violated({
      expected: 'HEAD returns 200, as GET does',
      actual: `HEAD returned ${status}`,
      shows: [get, head],
    });
  },
  proof: { silentIn: ['inventory', 'etags', 'pagination-offset'] },
});
