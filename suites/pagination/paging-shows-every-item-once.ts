import { assume, defineRule, held, type Item, inconclusive, needs, values, violated } from '#rule';
import { changeItem, chooseSizeFor, createAndList, type LastPageFill } from './_shared/create-items.js';
import {
  countAppearances,
  findNotOnce,
  isUndisturbed,
  judgeUnfinished,
  listShowingExchanges,
  walkAndRecord,
} from './_shared/walk.js';

/**
 * The control is the whole collection in pages as large as allowed: smaller pages must show the same items. Where
 * they differ, both are read again. The first item is changed before, so a list may be in the order of changes.
 */
export default defineRule({
  clause: 'PAG-03',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Following the pages shows every item once',
  otherwise: 'Following the pages skips or repeats an item',
  since: '0.2',
  stage: 'stable',
  touches: 'writes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter],
  assumes: ['pagination/paging-ends', 'responses/success-has-no-error-in-the-body'],
  cases: 3,
  given: (bodies) =>
    values.record({
      ...{ body: bodies.body(), patch: bodies.patch(), replacement: bodies.replacement() },
      many: values.integer(3, 6),
      cut: values.oneOf<LastPageFill>('even', 'over', 'short', 'ones'),
    }),
  when: async ({ body, many, cut, ...drawn }, { items, collection }) => {
    const change = (item: Item) => changeItem(item, drawn, collection);
    const { owned, all } = await createAndList(items, body, many, change);
    const size = chooseSizeFor(all.entries.length, cut, collection);
    assume(size !== undefined, 'no-usable-case', 'the smallest allowed page shows all items');
    const first = await walkAndRecord(items, { size });
    const isDecided = judgeUnfinished(first.walk) || !findNotOnce(first, owned);
    if (isDecided) return { owned, size, all, seen: first, isAgain: true };
    const again = await items.list();
    const isStill = all.isWhole && again.isWhole && isUndisturbed(items, owned, all, again);
    return { owned, size, all: again, seen: await walkAndRecord(items, { size }), isAgain: isStill };
  },
  then: ({ owned, size, all, seen, isAgain }) => {
    const item = findNotOnce(seen, owned);
    const doubt = judgeUnfinished(seen.walk);
    if (doubt || item === undefined) return doubt ?? held;
    if (!isAgain) return inconclusive('noise', 'the order of the collection changed while its pages were read');
    const times = countAppearances(seen, item);
    const control = all.pages.find(({ answer }) => answer?.text.includes(item.id));
    const actual = `${times === 0 ? 'never' : `${times} times`}, in pages of ${size}`;
    const shows = [...(control ? [control] : []), ...listShowingExchanges(seen, item)];
    return violated({ expected: `${item.id} once`, actual, shows });
  },
  proof: { silentIn: ['pagination-offset', 'pagination-page', 'pagination-link', 'past-end-last-page', 'small-pages'] },
});
