import { assume, defineRule, held, inconclusive, needs, values } from '#rule';
import { chooseSizeFor, createItems, type LastPageFill } from './_shared/create-items.js';
import { isUndisturbed, judgeEndless, judgeUnfinished } from './_shared/walk.js';

/** Pages beyond the necessary ones before paging counts as endless. */
const spare = 4;

/** The service marks the end. Where it does not and the pages are counted, only the declared `pastEnd` can be violated. */
export default defineRule({
  clause: 'PAG-03',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Following the pages ends',
  otherwise: 'Following the pages does not end',
  since: '0.2',
  stage: 'stable',
  touches: 'writes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      many: values.integer(2, 5),
      cut: values.oneOf<LastPageFill>('over', 'even', 'short', 'ones'),
    }),
  when: async ({ body, many, cut }, { items, collection }) => {
    const owned = await createItems(items, body, many);
    const all = await items.walk();
    const ids = new Set(all.entries.map((entry) => items.readId(entry)));
    const size = chooseSizeFor(ids.size, cut, collection);
    assume(size !== undefined, 'no-usable-case', 'no page could be requested that shows only a part');
    const most = Math.ceil(ids.size / size) + spare;
    const first = await items.walk({ size, maxPages: most });
    if (['end', 'cut', 'trouble'].includes(first.ended)) return { size, walk: first, isAgain: true };
    const isStill = isUndisturbed(items, owned, all, await items.walk());
    const walk = await items.walk({ size, maxPages: most });
    return { size, walk, isAgain: isStill && walk.ended === first.ended };
  },
  then: ({ size, walk, isAgain }, { collection }) => {
    if (walk.ended === 'end' || walk.ended === 'cut') return judgeUnfinished(walk) ?? held;
    if (!isAgain) return inconclusive('noise', 'the collection changed while its pages were read');
    return judgeEndless(walk, size, collection.pagination.pastEnd);
  },
  proof: { silentIn: ['pagination-offset', 'pagination-page', 'pagination-drf', 'past-end-last-page', 'past-end-404'] },
});
