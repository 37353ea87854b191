import { creatable, defineRule, listable, markable, oneOf, record, secured } from '#rule';
import { judgeRefusedPost, postAsCaller } from './_refused-post.js';
import { chooseUnauthenticated } from './_unauthenticated.js';

/** The item that the full caller creates afterwards shows that the list is up to date and shows markers. */
export default defineRule({
  clause: 'AUTH-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A POST refused with 401 creates nothing',
  otherwise: 'A POST refused with 401 created an item',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, markable, listable, secured],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), turn: oneOf(0, 1, 2) }),
  when: ({ body, turn }, tools) => postAsCaller(chooseUnauthenticated(tools.collection, turn), body, tools),
  then: (posted) => judgeRefusedPost(posted, 'of an unauthenticated caller'),
  proof: {
    violatedBy: ['anonymous-post-is-refused-but-carried-out', 'expired-post-with-tags-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'created-location-only'],
  },
});
