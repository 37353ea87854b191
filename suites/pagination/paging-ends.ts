import { assume, defineRule, held, inconclusive, needs, values } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { monitorEnds } from '../_shared/recorded-pages.js';
import { chooseSizesFor, createItems } from './_shared/create-items.js';
import { isUndisturbed, judgeEndless, judgeUnfinished } from './_shared/walk.js';

/** Pages beyond the necessary ones before paging counts as endless. */
const spare = 4;

/** The service marks the end. Where it does not and the pages are counted, only the declared `pastEnd` can be violated. */
export default defineRule({
  clause: 'PAG-03',
  title: 'Following the pages ends',
  otherwise: 'Following the pages does not end',
  touches: 'writes',
  watches: 'list',
  needs: [needs.creatable, needs.listable, needs.pageSizeParameter],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), many: values.integer(2, 5) }),
  when: async ({ body, many }, { items, collection }) => {
    const owned = await createItems(items, body, many);
    const all = await items.walk();
    const ids = new Set(all.entries.map((entry) => items.readId(entry)));
    assume(ids.size === all.entries.length, 'no-usable-case', 'entries of the list have no ids, or equal ones');
    const sizes = chooseSizesFor(ids.size, collection);
    assume(sizes.length > 0, 'no-usable-case', 'no page could be requested that shows only a part');
    const walk = async (size: number) => {
      const maxPages = Math.ceil(ids.size / size) + spare;
      return { size, known: ids.size, walk: await items.walk({ size, maxPages }) };
    };
    const first = await Promise.all(sizes.map(walk));
    const open = first.filter(({ walk: { ended } }) => !['end', 'cut', 'trouble'].includes(ended));
    if (open.length === 0) return first.map((one) => ({ ...one, isAgain: true }));
    const isStill = isUndisturbed(items, owned, all, await items.walk());
    return Promise.all(
      open.map(async ({ size, walk: before }) => {
        const again = await walk(size);
        return { ...again, isAgain: isStill && again.walk.ended === before.ended };
      }),
    );
  },
  then: (walks, { collection }) =>
    combineFindings(
      walks.map(({ size, walk, known, isAgain }) => {
        if (walk.ended === 'end' || walk.ended === 'cut') return judgeUnfinished(walk) ?? held;
        if (!isAgain) return inconclusive('noise', 'the collection changed while its pages were read');
        return judgeEndless(walk, size, collection.pagination.pastEnd, known);
      }),
    ),
  monitor: monitorEnds,
  silentIn: ['pagination-offset', 'pagination-page', 'pagination-drf', 'past-end-last-page', 'past-end-404'],
});
