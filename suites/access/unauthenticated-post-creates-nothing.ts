import { creatable, defineRule, listable, markable, oneOf, record, secured } from '#rule';
import { judgePosted, postAs } from './_posted.js';
import { unknownCaller } from './_unknown.js';

/** What the full caller makes afterwards shows that the list has caught up, and that it shows marks. */
export default defineRule({
  clause: 'AUTH-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A POST that was refused for its credentials makes nothing',
  otherwise: 'A POST that was refused for its credentials made something',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, markable, listable, secured],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), turn: oneOf(0, 1, 2) }),
  when: ({ body, turn }, tools) => postAs(unknownCaller(tools.collection, turn), body, tools),
  then: (posted) => judgePosted(posted, 'of somebody who is not known'),
  proof: {
    violatedBy: ['anonymous-post-is-refused-but-carried-out', 'expired-post-with-tags-is-refused-but-carried-out'],
    silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'created-location-only'],
  },
});
