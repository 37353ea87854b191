import { defineRule, readable, record, secured } from '#rule';
import { judgeUnauthenticated, readAs } from './_unauthenticated.js';

export default defineRule({
  clause: 'AUTH-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Reading without credentials returns 401',
  otherwise: 'Reading without credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [readable, secured],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => record({ body: bodies.body() }),
  when: (drawn, tools) => readAs('none', drawn, tools),
  then: (tried, judging) => judgeUnauthenticated(tried, judging, 'none'),
  proof: {
    violatedBy: ['anonymous-list-is-served', 'anonymous-read-is-served-after-the-owner-read', 'anonymous-answers-403'],
    silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'],
  },
});
