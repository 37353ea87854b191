import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { changeFilteredValue } from './_shared/changed-values.js';
import { filterable } from './_shared/filtered-lists.js';

const changeableItems = needs.defineNeed('collection', {
  name: 'items that can be changed',
  reason: 'no PUT or PATCH with a known JSON request body on the item',
  enable: 'resources[].replace',
  isMet: ({ replace, patch }) => replace?.request !== undefined || patch?.request !== undefined,
});

/** The controls are the lists filtered by both values before the change, which show the two items that have them. */
export default defineRule({
  clause: 'DOC-09',
  title: 'A filtered list follows a change of the value',
  otherwise: 'A filtered list has an item with its former value, or lacks one with its new value',
  doubt: 'A filtered list may come from an index that is late without a limit that is declared.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, filterable, changeableItems],
  assumes: [
    'creation/created-item-is-readable',
    'filters/filtered-list-has-only-matching-items',
    'filters/filtered-list-has-every-matching-item',
    'pagination/paging-shows-every-item-once',
  ],
  cases: 2,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 6), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: ({ bodies, turn }, tools) => changeFilteredValue(tools, bodies, turn),
  then: ({ name, from, to, written, looks }) => {
    const walks = looks.flatMap(({ byFormer, byPresent }) => [byFormer, byPresent]);
    if (walks.some(({ pages }) => pages.some(({ exchange }) => http.isCached(exchange))))
      return inconclusive('noise', 'a cache answered instead of the service');
    if (looks.some(({ isInFormer, isInPresent }) => !isInFormer && isInPresent)) return held;
    if (walks.some(({ ended }) => ended !== 'end'))
      return inconclusive('no-usable-case', 'a filtered list could not be read to its end');
    const last = looks.at(-1);
    const isStale = looks.every(({ isInFormer }) => isInFormer);
    const [wrong, value] = isStale ? [last?.byFormer, from] : [last?.byPresent, to];
    return violated({
      expected: `the list with ${name}=${value} ${isStale ? 'lacks' : 'has'} the changed item`,
      actual: isStale ? 'it has the item' : 'it lacks the item',
      shows: [written, ...(wrong?.pages.slice(0, 3).map(({ exchange }) => exchange) ?? [])],
    });
  },
  silentIn: ['filtered-lists', 'filters-by-part', 'pagination-offset', 'small-pages', 'normalising'],
});
