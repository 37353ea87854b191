import { creatable, defineRule, readable, secured } from '#rule';
import { drawRequestBodies } from './_request-bodies.js';
import { judgeUnauthenticated, writeAs } from './_unauthenticated.js';

/** The request is valid and concerns an item of the full caller, so that only the missing credentials are wrong. */
export default defineRule({
  clause: 'AUTH-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Writing without credentials returns 401',
  otherwise: 'Writing without credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, secured],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: drawRequestBodies,
  when: (values, tools) => writeAs('none', values, tools),
  then: (tried, judging) => judgeUnauthenticated(tried, judging, 'none'),
  proof: {
    violatedBy: ['anonymous-patch-is-served', 'anonymous-answers-403'],
    silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'],
  },
});
