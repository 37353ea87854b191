import { defineRule, held, type http, inconclusive, needs, values, violated } from '#rule';
import { ensureEntries } from './_shared/create-items.js';

/** The collection is not declared as exempt from pagination. */
const pageable = needs.defineNeed('collection', {
  name: 'pageable',
  reason: 'the collection is declared as not paginated',
  enable: 'pagination.exempt',
  isMet: ({ pagination }) => pagination.style !== 'none',
});

/**
 * A page without a requested size is the whole collection when it has more entries than the declared default, and no
 * next page.
 */
export default defineRule({
  clause: 'PAG-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A list without parameters is bounded',
  otherwise: 'A list without parameters is the whole collection',
  since: '0.2',
  stage: 'stable',
  touches: 'reads',
  watches: 'collection',
  needs: [needs.listable, pageable],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const { defaultSize, maxSize } = collection.pagination;
    const bound = defaultSize ?? maxSize;
    const plain = items.firstPage(null);
    const first = await items.page(plain);
    const isEnough = bound === undefined || goesOn(first) || (first.entries?.length ?? bound + 1) > bound;
    if (!isEnough) await ensureEntries(items, body, bound + 1);
    const page = isEnough ? first : await items.page(plain);
    const isCounted = !page.isReported && page.next !== undefined;
    const rest = isCounted && page.entries?.length !== 0 ? await items.page(page.next ?? plain) : undefined;
    const ids = page.entries?.map((entry) => items.readId(entry));
    return { page, bound, isMore: rest?.entries?.some((entry) => !ids?.includes(items.readId(entry))) === true };
  },
  then: ({ page, bound, isMore }) => {
    const { entries, exchange, total = 0 } = page;
    if (entries === undefined)
      return inconclusive('setup', `GET without parameters returned ${exchange.answer?.status}`);
    const many = entries.length;
    if (goesOn(page) || isMore || total > many || many <= (bound ?? -1)) return held;
    const hint = 'declare pagination.defaultSize to decide whether that is a page';
    if (bound === undefined) return inconclusive('no-usable-case', `a page of size ${many}, and no next page; ${hint}`);
    const actual = `a page of size ${many}, and no next page`;
    return violated({ expected: `a page of size ${bound} or less`, actual, shows: [exchange] });
  },
  proof: { silentIn: ['pagination-offset', 'pagination-page', 'pagination-hal', 'small-pages'] },
});

/** Whether a page says that another one follows. */
const goesOn = ({ isReported, next }: http.Page): boolean => isReported && next !== undefined;
