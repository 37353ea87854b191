import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { nested } from './_shared/below.js';
import { askBelowMissingParent, isFailure } from './_shared/missing-parent.js';

/** A service may create the parent together with the item. An empty list below a missing parent is wrong where the document says so. */
export default defineRule({
  clause: 'ERR-10',
  per: 'collection',
  title: 'A missing parent takes no items, and shows none',
  otherwise: 'A missing parent took an item, showed some, or made the server fail',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
  needs: [needs.postable, needs.readable, nested],
  assumes: ['creation/created-item-is-readable', 'absence/missing-item-answers-404'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: ({ body }, tools) => askBelowMissingParent(tools, body),
  then: ({ before, list, read, post, control, after }, { collection }) => {
    if (http.hasStatus(after, 200)) return heldWithNote('a creation below a missing parent creates the parent, too');
    if (http.hasStatus(post, 201, 200))
      return violated({
        expected: '4xx',
        actual: `POST returned ${post.answer?.status}`,
        shows: [before, post, after],
      });
    if (list?.entries?.length)
      return violated({ expected: '404', actual: { entries: list.entries.length }, shows: [before, list.exchange] });
    if (read && http.hasStatus(read, 200))
      return violated({ expected: '404', actual: 'GET of an item returned 200', shows: [before, read] });
    if (isFailure(post) && control && http.hasStatus(control, 2))
      return violated({
        expected: '404',
        actual: `POST returned ${post.answer?.status}`,
        shows: [before, post, control],
      });
    if (!http.hasStatus(post, 4) || http.hasStatus(post, 401, 403, 429))
      return inconclusive('refused', `POST returned ${post.answer?.status}`);
    // The document may name 404 for a page past the end.
    const { style, pastEnd = style === 'page' ? 'not-found' : 'empty' } = collection.pagination;
    if (list?.entries && pastEnd !== 'not-found' && collection.list?.statuses.includes(404))
      return violated({
        expected: '404, which the document names',
        actual: 'an empty page',
        shows: [before, list.exchange],
      });
    if (list?.entries) return heldWithNote('the list below a missing parent returns a page');
    return held;
  },
  proof: { silentIn: ['order-parts', 'order-parts-numbered', 'order-parts-counted'] },
});
