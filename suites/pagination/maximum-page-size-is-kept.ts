import { defineRule, needs, values } from '#rule';
import { ensureEntries } from './_shared/create-items.js';
import { judgeOverMaximum, maximumPageSize, requestOverMaximum } from './_shared/over-maximum.js';

/** Maximum number of items that are created to see where a page ends. */
const worth = 10;

/**
 * Clamping and serving the requested size look alike where there are too few items; then only the size that a page
 * reports decides.
 */
export default defineRule({
  clause: 'PAG-05',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A page size above the maximum is handled as declared',
  otherwise: 'A page size above the maximum is not handled as declared',
  since: '0.2',
  stage: 'stable',
  touches: 'reads',
  watches: 'collection',
  needs: [needs.listable, maximumPageSize],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      more: values.oneOf<'one more' | 'twice as many'>('one more', 'twice as many'),
    }),
  when: async ({ body, more }, { items, collection }) => {
    const { maxSize = 1 } = collection.pagination;
    if (maxSize <= worth) await ensureEntries(items, body, maxSize + 1);
    return requestOverMaximum(items, collection, more === 'one more' ? 1 : maxSize);
  },
  then: judgeOverMaximum,
  proof: {
    silentIn: ['over-max-rejects', 'over-max-falls-back', 'pagination-page', 'pagination-spring', 'small-pages'],
  },
});
