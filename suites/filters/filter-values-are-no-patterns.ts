import { defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { readLiterally, textFilter } from './_shared/literal-values.js';

/** A filter of texts may compare a part of them, or ignore case. A fuzzy search is recognised by a text that no item has. */
export default defineRule({
  clause: 'DOC-09',
  title: 'The value of a filter is no pattern',
  otherwise: 'The percent sign or the underscore in the value of a filter stands for other characters',
  doubt: 'A filter may be described as a search in the text of an item, in words that are not understood.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, textFilter],
  assumes: ['creation/created-item-is-readable', 'filters/filtered-list-has-only-matching-items'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: ({ body, turn }, tools) => readLiterally(tools, body, turn),
  then: (lists) => {
    const wrong = lists.find(({ isStrayShown, isLoose, trouble }) => isStrayShown && !isLoose && trouble === undefined);
    if (wrong)
      return violated({
        expected: `the items with ${wrong.name}=${wrong.value}`,
        actual: 'an item with other characters in their place',
        shows: wrong.shows,
      });
    const lost = lists.find(({ isLost, trouble }) => isLost && trouble === undefined);
    if (lost)
      return violated({
        summary: 'A filter does not find an item whose text has underscores',
        expected: `the item with ${lost.name}=${lost.value}`,
        actual: 'a list without it, although the filter finds a newer item by its text',
        shows: lost.shows,
      });
    const [trouble] = lists.flatMap((one) => one.trouble ?? []);
    if (trouble !== undefined) return inconclusive('setup', trouble);
    if (lists.some(({ isLoose }) => isLoose))
      return inconclusive('no-usable-case', 'the filter selects items with similar texts');
    if (!lists.every(({ isOwnShown }) => isOwnShown))
      return inconclusive('setup', 'the filtered list does not show the item with the text');
    return held;
  },
  silentIn: ['filtered-lists', 'filters-by-part', 'pagination-offset', 'small-pages', 'normalising'],
});
