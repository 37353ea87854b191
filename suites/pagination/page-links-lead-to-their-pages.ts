import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';
import { followPageLinks } from './_shared/linked-pages.js';

const linkedPages = needs.defineNeed('collection', {
  name: 'links between pages',
  reason: 'no page has a link to the first, previous or last page',
  enable: 'resources[].pagination',
  isMet: ({ pagination }) => pagination.isLinked !== false,
});

/** The links to the first, the previous and the last page are followed as they are. The control is one more walk. */
export default defineRule({
  clause: 'PAG-12',
  per: 'collection',
  title: 'The links to the first, previous and last page lead there',
  otherwise: 'A link to the first, previous or last page leads to another one, or to none',
  since: '0.2',
  stage: 'provisional',
  touches: 'reads',
  watches: 'list',
  needs: [needs.listable, needs.pageSizeParameter, linkedPages],
  assumes: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), more: values.integer(1, 2) }),
  when: async ({ body, more }, { items, collection }) => {
    const size = chooseSizeNear(2, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    await ensureEntries(items, body, 2 * size + more);
    return followPageLinks(items, size);
  },
  then: ({ walk, followed, isSame }) => {
    if (walk.ended === 'trouble') return inconclusive('setup', 'the pages could not be read');
    if (followed.length === 0)
      return inconclusive('no-usable-case', 'no page has a link to the first, previous or last page');
    const wrong = followed.find(({ isShown }) => !isShown);
    if (wrong === undefined) return held;
    const { relation, from, target, found, wanted } = wrong;
    const { status } = found.exchange.answer ?? {};
    if (http.hasStatus(found.exchange, 401, 403, 429) || status === undefined)
      return inconclusive('refused', `GET of the link ${relation} returned ${status ?? 'no response'}`);
    if (!isSame || [from, found].some(({ exchange }) => http.isCached(exchange)))
      return inconclusive('noise', 'the order of the collection changed while its pages were read');
    return violated({
      expected: `the item ${wanted} on the ${relation === 'prev' ? 'previous' : relation} page, ${target}`,
      actual: found.entries === undefined ? `status ${status}` : `${found.entries.length} other entries`,
      shows: [from.exchange, found.exchange],
    });
  },
  proof: { silentIn: ['pagination-page', 'pagination-hal', 'pagination-jsonapi', 'pagination-drf', 'small-pages'] },
});
