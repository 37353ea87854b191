import { creatable, credentialsFor, defineRule, listable, markable, record, secured } from '#rule';
import { judgePosted, postAs } from './_posted.js';

/** A limited caller who may create is not refused, and nothing is said of it here. */
export default defineRule({
  clause: 'AUTH-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A POST that was refused for lack of rights makes nothing',
  otherwise: 'A POST that was refused for lack of rights made something',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, markable, listable, secured, credentialsFor('limited')],
  cases: 3,
  given: (bodies) => record({ body: bodies.body() }),
  when: ({ body }, tools) => postAs('limited', body, tools),
  then: (posted) => judgePosted(posted, 'of the limited caller'),
  proof: {
    violatedBy: ['limited-post-is-refused-but-carried-out', 'limited-post-of-many-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'created-location-only'],
  },
});
