import { defineRule, needs, values } from '#rule';
import { judgeUnauthenticated, readAs } from './_shared/refusal.js';

export default defineRule({
  clause: 'AUTH-02',
  per: 'collection',
  title: 'Reading with expired credentials returns 401',
  otherwise: 'Reading with expired credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  needs: [needs.readable, needs.secured, needs.credentialsFor('expired')],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: (drawn, tools) => readAs('expired', drawn, tools),
  then: (tried, judging) => judgeUnauthenticated(tried, judging, 'expired'),
  proof: { silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'] },
});
