import { assume, defineRule, held, needs, violated } from '#rule';
import { chooseSizeNear } from './_shared/create-items.js';
import { judgeSelection, listSelections, type SelectedPages, trySelection } from './_shared/page-selection.js';

const pageSelection = needs.defineNeed('collection', {
  name: 'page selection',
  reason: 'no parameter is known that selects a page whatever else is sent',
  enable: 'resources[].pagination.params',
  isMet: (collection) => listSelections(collection).length > 0,
});

/**
 * Nothing is created. Each parameter is sent without the others, and with a page size: where the service documents several, one of
 * them may take precedence. Three pages of a list with more entries than two of them hold differ, also where the last page is returned
 * for all behind it.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'A parameter that selects a page has an effect',
  otherwise: 'A parameter that selects a page has no effect',
  touches: 'reads',
  watches: 'list',
  needs: [needs.listable, pageSelection],
  cases: 1,
  when: async (_, { items, collection }) => {
    const size = chooseSizeNear(2, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const attempts: SelectedPages[] = [];
    for (const selection of listSelections(collection))
      attempts.push(await trySelection(items, selection, size, collection));
    return { attempts };
  },
  then: ({ attempts }) => {
    const findings = attempts.map((attempt) => ({ ...attempt, finding: judgeSelection(attempt) }));
    const useless = findings.find(({ finding }) => finding === undefined);
    if (useless) {
      const { name, pages, control } = useless;
      const actual = `the same ${pages[0]?.entries?.length} entries, of ${control?.known} or more`;
      const shows = pages.map(({ exchange }) => exchange);
      return violated({ expected: `other entries for another ${name}`, actual, shows });
    }
    const undecided = findings.map(({ finding }) => finding).find((one) => typeof one === 'object');
    return undecided ?? held;
  },
  silentIn: ['pagination-offset', 'pagination-page', 'pagination-spring', 'past-end-last-page', 'small-pages'],
});
