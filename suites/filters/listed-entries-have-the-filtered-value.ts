import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { filterable } from './_shared/filtered-lists.js';
import { readListedValues } from './_shared/listed-values.js';

/** Nothing needs to be created: each entry shows itself which value it has. Where the run may write, it adds a few entries first. */
export default defineRule({
  clause: 'DOC-09',
  per: 'collection',
  title: 'Each entry of a filtered list shows the value',
  otherwise: 'A filtered list has an entry that shows another value',
  since: '0.2',
  stage: 'provisional',
  touches: 'reads',
  watches: 'item',
  needs: [needs.listable, filterable],
  assumes: ['filters/filtered-list-has-only-matching-items'],
  cases: 2,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 4), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ bodies, turn }, tools) => {
    for (const body of tools.collection.create?.request ? bodies : []) await tools.items.getAny(body);
    return readListedValues(tools, turn);
  },
  then: (looks) => {
    const wrong = looks.find(({ stray }) => stray !== undefined);
    const pages = (wrong ? [wrong] : looks).flatMap(({ walk }) => walk.pages.map(({ exchange }) => exchange));
    if (pages.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (wrong?.stray)
      return violated({
        expected: { [wrong.pointer]: wrong.value },
        actual: { [wrong.pointer]: wrong.stray.texts.join(', ') },
        shows: pages.slice(0, 3),
      });
    const failed = pages.find((page) => !http.hasStatus(page, 2));
    return failed ? inconclusive('setup', `the filtered list returned ${failed.answer?.status}`) : held;
  },
  proof: { silentIn: ['filtered-lists', 'filters-by-part', 'pagination-offset', 'small-pages'] },
});
