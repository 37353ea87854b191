import { credentialsFor, defineRule, readable, record, secured } from '#rule';
import { judgeUnauthenticated, readAs } from './_unauthenticated.js';

export default defineRule({
  clause: 'AUTH-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Reading with expired credentials returns 401',
  otherwise: 'Reading with expired credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [readable, secured, credentialsFor('expired')],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => record({ body: bodies.body() }),
  when: (drawn, tools) => readAs('expired', drawn, tools),
  then: (tried, judging) => judgeUnauthenticated(tried, judging, 'expired'),
  proof: {
    violatedBy: ['expired-token-is-accepted'],
    silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'],
  },
});
