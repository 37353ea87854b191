import { defineRule, type Finding, held, heldWithNote, http, inconclusive, type Tools, violated } from '#rule';
import { type HeadAndGet, sendHeadAndGet } from './_shared/head.js';
import { calledByGet, knownAddress } from './_shared/needs.js';

export default defineRule({
  clause: 'HEAD-01',
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
  when: (_, tools: Tools) => sendHeadAndGet(tools, judge),
  then: judge,
  proof: { silentIn: ['inventory', 'etags', 'pagination-offset'] },
});

function judge({ gets, heads }: HeadAndGet): Finding {
  if (heads.some((head) => http.hasStatus(head, 2))) return held;
  const status = heads[0]?.answer?.status;
  if (heads.some((head) => http.hasStatus(head, 401, 403))) return inconclusive('refused', `HEAD returned ${status}`);
  if (heads.some((head) => http.hasStatus(head, 3))) return heldWithNote(`HEAD returned ${status}`);
  return violated({
    expected: 'HEAD returns 200, as GET does',
    actual: `HEAD returned ${status}`,
    shows: [...gets.slice(0, 1), ...heads.slice(0, 1)],
  });
}
