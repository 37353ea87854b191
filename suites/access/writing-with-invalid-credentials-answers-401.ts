import { defineRule, needs } from '#rule';
import { drawRequestBodies } from './_shared/attempts.js';
import { judgeUnauthenticated, writeAs } from './_shared/refusal.js';

export default defineRule({
  clause: 'AUTH-02',
  per: 'collection',
  title: 'Writing with invalid credentials returns 401',
  otherwise: 'Writing with invalid credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.secured],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: drawRequestBodies,
  when: (values, tools) => writeAs('invalid', values, tools),
  then: (tried, judging) => judgeUnauthenticated(tried, judging, 'invalid'),
  proof: { silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'] },
});
