import { assume, defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { chooseSizeFor, createAndList, sortedLists } from './_shared/create-items.js';
import {
  countAppearances,
  describeTimes,
  findNotOnce,
  isUndisturbed,
  judgeUnfinished,
  listShowingExchanges,
  walkSorted,
} from './_shared/walk.js';

/**
 * The items have equal values: where pages are cut from an order that leaves equal items in any order, items are
 * repeated and lost. The control is the list in its usual order, before and after.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'Following sorted pages shows every item once',
  otherwise: 'Following sorted pages skips or repeats an item',
  doubt: 'Pages of a list in which other clients write may move, although each page is right.',
  touches: 'writes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter, sortedLists],
  assumes: ['pagination/paging-shows-every-item-once'],
  cases: 3,
  given: (bodies) =>
    values.record({ body: bodies.body(), many: values.integer(4, 6), turn: values.oneOf(1, 3, 2, 0, 5, 4, 7, 6) }),
  when: async ({ body, many, turn }, { items, collection }) => {
    const { name = '', values: all = [] } = collection.sorting ?? {};
    const first = turn % Math.max(all.length, 1);
    const chosen = [...all.slice(first), ...all.slice(0, first)].slice(0, 3);
    const { owned, all: before } = await createAndList(items, body, many);
    const size = chooseSizeFor(before.entries.length, 'short', collection);
    assume(size !== undefined, 'no-usable-case', 'the smallest allowed page shows all items');
    const list = ({ entries }: typeof before) => entries.map((entry) => JSON.stringify(entry)).sort();
    // A change by another client may move an entry, and with it the pages.
    const isStill = async () => {
      const after = await items.list();
      const isSame = list(before).join('\n') === list(after).join('\n');
      return before.isWhole && after.isWhole && isSame && isUndisturbed(items, owned, before, after);
    };
    return { owned, ...(await walkSorted(items, owned, { name, values: chosen, size }, isStill)) };
  },
  then: ({ owned, sort: { name, value, size }, seen, isAgain }) => {
    const item = findNotOnce(seen, owned);
    const doubt = judgeUnfinished(seen.walk);
    if (doubt) return doubt;
    if (!isAgain) return inconclusive('noise', 'the order of the collection changed while its pages were read');
    if (item === undefined) return held;
    const actual = `${describeTimes(countAppearances(seen, item))}, in pages of ${size}`;
    const shows = [...listShowingExchanges(seen, item)];
    return violated({ expected: `${item.id} once, sorted by ${name}=${value}`, actual, shows });
  },
  silentIn: ['filtered-lists', 'pagination-offset', 'pagination-page', 'pagination-link', 'small-pages'],
});
