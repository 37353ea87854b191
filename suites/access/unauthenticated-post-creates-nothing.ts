import { defineRule, needs, values } from '#rule';
import { chooseUnauthenticated } from './_shared/attempts.js';
import { judgeRefusedPost, postAsCaller } from './_shared/refused-post.js';

/** The item that the full caller creates afterwards shows that the list is up to date and shows markers. */
export default defineRule({
  clause: 'AUTH-04',
  title: 'A POST refused with 401 creates nothing',
  otherwise: 'A POST refused with 401 created an item',
  touches: 'writes',
  needs: [needs.postable, needs.markable, needs.listable, needs.secured],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2) }),
  when: ({ body, turn }, tools) => postAsCaller(chooseUnauthenticated(tools.collection, turn), body, tools),
  then: (posted) => judgeRefusedPost(posted, 'of an unauthenticated caller'),
  silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'pagination-offset', 'created-location-only'],
});
