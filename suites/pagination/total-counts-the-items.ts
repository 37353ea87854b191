import {
  assume,
  creatable,
  defineRule,
  hasStatus,
  held,
  inconclusive,
  integer,
  listable,
  pageSizeParameter,
  readTotal,
  record,
  removable,
  reportedTotal,
  violated,
  type Walk,
} from '#rule';
import { createAndList } from './_create-items.js';
import { chooseSizeNear } from './_page-size.js';
import { isUndisturbed, judgeUnfinished } from './_page-walk.js';

/** The total of every page is compared with the number of listed items, after an item was created and one was removed. */
export default defineRule({
  clause: 'PAG-10',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'The total is the number of items',
  otherwise: 'The total is not the number of items',
  since: '0.2',
  stage: 'stable',
  touches: 'deletes',
  watches: 'collection',
  needs: [creatable, listable, pageSizeParameter, reportedTotal, removable],
  assumes: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once', 'pagination/page-size-is-honoured'],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), many: integer(2, 5), removed: integer(0, 1), size: integer(1, 2) }),
  when: async ({ body, many, removed, size: wished }, { items, collection }) => {
    const { owned: made } = await createAndList(items, body, many);
    const gone = made.slice(0, removed);
    const owned = made.slice(removed);
    for (const item of gone) {
      const { answer } = await item.delete();
      assume(hasStatus({ answer }, 2), 'setup', `DELETE returned ${answer?.status}`);
    }
    const all = await items.listUntil((seen) => gone.every((item) => items.findEntry(seen, item) === undefined));
    const isGone = gone.every((item) => items.findEntry(all, item) === undefined);
    assume(all.isWhole && isGone, 'setup', 'the removed item was still listed');
    const size = chooseSizeNear(wished, collection, all.entries.length);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    const isRight = ({ pages, entries }: Pick<Walk, 'pages' | 'entries'>) =>
      pages.every(({ total }) => total === undefined || total === entries.length);
    const first = await items.walk({ size });
    if (judgeUnfinished(first) || isRight(first)) return { walk: first, isStill: true };
    // Totals may be updated later than lists: the lag that is declared for lists applies to totals as well.
    const again = await items.listUntil(({ pages }) =>
      pages.every((page) => readTotal(page, collection.pagination.total ?? '') === all.entries.length),
    );
    return { walk: await items.walk({ size }), isStill: again.isWhole && isUndisturbed(items, owned, all, again) };
  },
  then: ({ walk, isStill }) => {
    const doubt = judgeUnfinished(walk);
    if (doubt) return doubt;
    const many = walk.entries.length;
    const telling = walk.pages.filter(({ total }) => total !== undefined);
    if (telling.length === 0) return inconclusive('no-usable-case', 'no page has a total');
    const wrong = telling.find(({ total }) => total !== many);
    if (wrong === undefined) return held;
    if (!isStill) return inconclusive('noise', 'the collection changed while it was counted');
    const shows = [...walk.pages.filter((page) => page !== wrong).slice(0, 3), wrong].map(({ exchange }) => exchange);
    return violated({ expected: many, actual: wrong.total ?? null, shows });
  },
  proof: {
    violatedBy: ['total-counts-the-page', 'total-stops-at-three', 'total-ignores-a-removal'],
    silentIn: ['pagination-offset', 'pagination-spring', 'pagination-drf', 'pagination-hal', 'pagination-jsonapi'],
  },
});
