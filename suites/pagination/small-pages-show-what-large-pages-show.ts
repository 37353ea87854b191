import { assume, defineRule, held, http, inconclusive, type Json, needs, values, violated } from '#rule';
import { chooseSizeFor, type LastPageFill } from './_shared/create-items.js';
import { describeTimes, judgeUnfinished, selectPages } from './_shared/walk.js';

/**
 * Nothing is created. The collection is read in large pages and in small ones. Where they differ, small and large ones are read again when
 * a cache would have let go of what it had: where both large readings are the same, the small pages must show the same entries, each as
 * often as the large ones.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'Small pages show the same entries as large ones',
  otherwise: 'Small pages skip or repeat entries that large pages show',
  touches: 'reads',
  watches: 'list',
  needs: [needs.listable, needs.pageSizeParameter],
  assumes: ['pagination/paging-ends'],
  cases: 2,
  given: () => values.record({ cut: values.oneOf<LastPageFill>('over', 'even') }),
  when: async ({ cut }, { items, collection }) => {
    const ids = (entries: readonly Json[]) => entries.map((entry) => items.readId(entry) ?? JSON.stringify(entry));
    const before = await items.list();
    assume(before.trouble === undefined && before.isWhole, 'no-usable-case', before.trouble ?? 'the list has no end');
    assume(before.entries.length > 1, 'no-usable-case', 'the collection has fewer than two entries');
    const size = chooseSizeFor(before.entries.length, cut, collection);
    assume(size !== undefined && size < before.entries.length, 'no-usable-case', 'no known page size is small enough');
    const list = (walk: Awaited<ReturnType<typeof items.walk>>) =>
      ids(selectPages(walk).flatMap(({ entries = [] }) => entries));
    const first = await items.walk({ size });
    const isSame = ids(before.entries).join('\n') === list(first).join('\n');
    if (!isSame) await http.pause(http.typicalReadLagMs);
    const walk = isSame ? first : await items.walk({ size });
    const after = isSame ? before : await items.list();
    const control = [...before.pages, ...after.pages];
    return { size, walk, small: list(walk), before: ids(before.entries), after: ids(after.entries), control };
  },
  then: ({ size, walk, small, before, after, control }) => {
    const doubt = judgeUnfinished(walk);
    if (doubt) return doubt;
    if (before.join('\n') !== after.join('\n')) return inconclusive('noise', 'the list changed while it was read');
    const count = (all: readonly string[], id: string) => all.filter((one) => one === id).length;
    const odd =
      before.find((id) => count(small, id) < count(before, id)) ??
      (walk.ended === 'end' ? small.find((id) => count(small, id) > count(before, id)) : undefined);
    if (odd === undefined) return held;
    const pages = walk.pages.map(({ exchange }) => exchange);
    if ([...control, ...pages].some(http.isCached))
      return inconclusive('noise', 'a cache answered instead of the service');
    const shows = [...control.slice(0, 1), ...pages.slice(0, 4)];
    const actual = `${describeTimes(count(small, odd))}, in pages of ${size}`;
    return violated({ expected: `${odd} ${describeTimes(count(before, odd))}`, actual, shows });
  },
  silentIn: ['pagination-offset', 'past-end-last-page', 'small-pages', 'pagination-link'],
});
