import { defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { monitorPages } from '../_shared/recorded-pages.js';
import { createForWalks } from './_shared/create-items.js';
import {
  countAppearances,
  describeTimes,
  findNotOnce,
  isUndisturbed,
  judgeUnfinished,
  listShowingExchanges,
  walkAndRecord,
} from './_shared/walk.js';

/**
 * The control is the whole collection in pages as large as allowed: smaller pages must show the same items, whatever fills the last
 * one. Where they differ, both are read again. The first item is changed before, so a list may be in the order of changes.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'Following the pages shows every item once',
  otherwise: 'Following the pages skips or repeats an item',
  touches: 'writes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter],
  assumes: ['pagination/paging-ends', 'responses/success-has-no-error-in-the-body'],
  cases: 1,
  given: (bodies) =>
    values.record({
      ...{ body: bodies.body(), patch: bodies.patch(), replacement: bodies.replacement() },
      many: values.integer(3, 6),
    }),
  when: async ({ body, many, ...drawn }, { items, collection }) => {
    const made = await createForWalks(items, body, many, drawn, collection);
    const walk = async (size: number) => ({ size, ...(await walkAndRecord(items, { size })) });
    const seen = await Promise.all(made.sizes.map(walk));
    const open = seen.filter((one) => !judgeUnfinished(one.walk) && findNotOnce(one, made.entries));
    if (open.length === 0) return { ...made, seen, isAgain: true };
    const all = await items.list();
    const isAgain = made.all.isWhole && all.isWhole && isUndisturbed(items, made.owned, made.all, all);
    return { ...made, all, isAgain, seen: await Promise.all(open.map(({ size }) => walk(size))) };
  },
  then: ({ owned, entries, all, seen, isAgain }) =>
    combineFindings(
      seen.map(({ size, ...one }) => {
        const item = findNotOnce(one, isAgain ? entries : owned);
        if (judgeUnfinished(one.walk) || item === undefined) return judgeUnfinished(one.walk) ?? held;
        if (!isAgain) return inconclusive('noise', 'the order of the collection changed while its pages were read');
        const control = all.pages.find(({ answer }) => answer?.text.includes(item.id));
        const actual = `${describeTimes(countAppearances(one, item))}, in pages of ${size}`;
        const shows = [...(control ? [control] : []), ...listShowingExchanges(one, item)];
        return violated({ expected: `${item.id} once`, actual, shows });
      }),
    ),
  monitor: monitorPages,
  silentIn: ['pagination-offset', 'pagination-page', 'pagination-link', 'past-end-last-page', 'small-pages'],
});
