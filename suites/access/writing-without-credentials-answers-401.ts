import { defineRule, needs } from '#rule';
import { drawRequestBodies } from './_shared/attempts.js';
import { judgeUnauthenticated, writeAs } from './_shared/refusal.js';

/** The request is valid and concerns an item of the full caller, so that only the missing credentials are wrong. */
export default defineRule({
  clause: 'AUTH-01',
  per: 'collection',
  title: 'Writing without credentials returns 401',
  otherwise: 'Writing without credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.secured],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: drawRequestBodies,
  when: (values, tools) => writeAs('none', values, tools),
  then: (tried, judging) => judgeUnauthenticated(tried, judging, 'none'),
  proof: { silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'] },
});
