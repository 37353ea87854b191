import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { filteredByState, isAsExpected, readFilteredStates } from './_shared/filtered-states.js';

/** One of two items is led to another state. The controls are the other item, and the list without the filter. */
export default defineRule({
  clause: 'DOC-09',
  title: 'A list filtered by state follows the state of an item',
  otherwise: 'A list filtered by state has an item in another state, or lacks one in that state',
  doubt: 'A filtered list may come from an index that is late without a limit that is declared.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, filteredByState],
  assumes: [
    'creation/created-item-is-readable',
    'pagination/paging-shows-every-item-once',
    'filters/filtered-list-has-only-matching-items',
  ],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: ({ body, turn }, tools) => readFilteredStates(tools, body, turn),
  then: ({ name, from, to, look, looks, isListed }) => {
    const last = looks.at(-1);
    if (looks.some(isAsExpected) || last === undefined) return held;
    const walks = [last.byFormer, last.byPresent];
    if (walks.some(({ ended }) => ended !== 'end'))
      return inconclusive('no-usable-case', 'a filtered list could not be read to its end');
    if (walks.some(({ pages }) => pages.some(({ exchange }) => http.isCached(exchange))))
      return inconclusive('noise', 'a cache answered instead of the service');
    const unexpected = [
      { isShown: last.moved[0], state: to, filter: from, walk: last.byFormer },
      { isShown: last.stayed[1], state: from, filter: to, walk: last.byPresent },
    ];
    const stray = unexpected.find(({ isShown }) => isShown);
    if (!stray && !isListed) return inconclusive('setup', 'the list without the filter does not show both items');
    const { walk, filter } =
      stray ?? (last.moved[1] ? { walk: last.byFormer, filter: from } : { walk: last.byPresent, filter: to });
    return violated({
      expected: `${stray ? 'no item' : 'the item'} in the state ${stray?.state ?? filter} in the list with ${name}=${filter}`,
      actual: stray ? 'the list has it' : 'the list lacks it',
      shows: [look, ...walk.pages.slice(0, 3).map(({ exchange }) => exchange)],
    });
  },
  silentIn: ['filtered-lists', 'filters-by-part', 'pagination-offset', 'small-pages', 'stages'],
});
