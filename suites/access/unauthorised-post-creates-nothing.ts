import { creatable, credentialsFor, defineRule, listable, markable, record, secured } from '#rule';
import { judgeRefusedPost, postAsCaller } from './_refused-post.js';

/** A limited caller who may create items is not refused; then this rule decides nothing. */
export default defineRule({
  clause: 'AUTH-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A POST refused for missing permission creates nothing',
  otherwise: 'A POST refused for missing permission created an item',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, markable, listable, secured, credentialsFor('limited')],
  cases: 3,
  given: (bodies) => record({ body: bodies.body() }),
  when: ({ body }, tools) => postAsCaller('limited', body, tools),
  then: (posted) => judgeRefusedPost(posted, 'of the limited caller'),
  proof: {
    violatedBy: ['limited-post-is-refused-but-carried-out', 'limited-post-of-many-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'created-location-only'],
  },
});
