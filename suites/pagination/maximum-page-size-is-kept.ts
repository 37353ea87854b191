import { assume, defineRule, needs, values } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { ensureEntries } from './_shared/create-items.js';
import { askForMaximum, judgeOverMaximum, requestOverMaximum } from './_shared/over-maximum.js';

/**
 * The collection is filled to one more than the maximum where the run may create that many items. With fewer items,
 * clamping and serving the requested size look alike; then only the size that a page reports decides.
 */
export default defineRule({
  clause: 'PAG-05',
  title: 'A page size above the maximum is handled as declared',
  otherwise: 'A page size above the maximum is not handled as declared',
  touches: 'reads',
  watches: 'list',
  fillsList: true,
  needs: [needs.listable, needs.pageSizeParameter],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const { maxSize } = collection.pagination;
    const asked = maxSize === undefined ? await askForMaximum(items) : undefined;
    const maximum = maxSize ?? asked?.maximum;
    const count = asked?.page.entries?.length;
    const seen = count === undefined ? 'is refused' : `has ${count} entries`;
    const why = `no maximum page size is declared; a page of 1000 ${seen}; declare pagination.maxSize to decide`;
    assume(maximum !== undefined, 'no-usable-case', why);
    if (maximum < items.maxItems) await ensureEntries(items, body, maximum + 1);
    return Promise.all([1, maximum].map((more) => requestOverMaximum(items, collection, more, maximum)));
  },
  then: (pages) => combineFindings(pages.map(judgeOverMaximum)),
  silentIn: ['over-max-rejects', 'over-max-falls-back', 'pagination-page', 'pagination-spring', 'small-pages'],
});
