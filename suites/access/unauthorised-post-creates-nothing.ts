import { defineRule, needs, values } from '#rule';
import { judgeRefusedPost, postAsCaller } from './_shared/refused-post.js';

/** A limited caller who may create items is not refused; then this rule decides nothing. */
export default defineRule({
  clause: 'AUTH-04',
  title: 'A POST refused for missing permission creates nothing',
  otherwise: 'A POST refused for missing permission created an item',
  touches: 'writes',
  needs: [needs.postable, needs.markable, needs.listable, needs.secured, needs.credentialsFor('limited')],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: ({ body }, tools) => postAsCaller('limited', body, tools),
  then: (posted) => judgeRefusedPost(posted, 'of the limited caller'),
  silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'created-location-only'],
});
