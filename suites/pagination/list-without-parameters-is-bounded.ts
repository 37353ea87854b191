import { type Collection, compare, defineRule, held, type http, inconclusive, needs, values, violated } from '#rule';
import { ensureEntries } from './_shared/create-items.js';

const pageable = needs.defineNeed('collection', {
  name: 'pageable',
  reason: 'the collection is declared as not paginated',
  enable: 'pagination.exempt',
  isMet: ({ pagination }) => pagination.style !== 'none',
});

/** A list with more entries than this, with all that were created and no next page, is not paged. */
const wholeList = 100;

/**
 * A page without a requested size is the whole collection when it has more entries than the declared default, and no
 * next page; or where the document describes no way to page, and it shows all of more than 100 entries.
 */
export default defineRule({
  clause: 'PAG-02',
  title: 'A list without parameters is bounded',
  otherwise: 'A list without parameters is the whole collection',
  touches: 'reads',
  watches: 'list',
  fillsList: true,
  needs: [needs.listable, pageable],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const { defaultSize, maxSize } = collection.pagination;
    const bound = defaultSize ?? maxSize;
    const plain = items.firstPage(null);
    const first = await items.page(plain);
    const many = first.entries?.length ?? 0;
    const isFilled = bound === undefined && !goesOn(first) && hasNoPaging(collection) && items.maxItems > wholeList;
    const want = isFilled ? Math.max(many, wholeList) + 1 : (bound ?? 0) + 1;
    const isEnough = goesOn(first) || first.entries === undefined || many >= want || (bound === undefined && !isFilled);
    const made = isEnough ? [] : await ensureEntries(items, body, want);
    const page = isEnough ? first : await items.page(plain);
    const isCounted = !page.isReported && page.next !== undefined;
    const rest = isCounted && page.entries?.length !== 0 ? await items.page(page.next ?? plain) : undefined;
    const ids = page.entries?.map((entry) => items.readId(entry));
    const isMore = rest?.entries?.some((entry) => !ids?.includes(items.readId(entry))) === true;
    const isWhole = isFilled && made.length > 0 && made.every(({ id }) => ids?.includes(id));
    return { page, bound, isWhole, isMore };
  },
  then: ({ page, bound, isWhole, isMore }) => {
    const { entries, exchange, total = 0 } = page;
    if (entries === undefined)
      return inconclusive('setup', `GET without parameters returned ${exchange.answer?.status}`);
    const many = entries.length;
    if (goesOn(page) || isMore || total > many || many <= (bound ?? -1)) return held;
    const actual = `a page of size ${many}, and no next page`;
    if (isWhole) return violated({ expected: 'a page, and a way to the next one', actual, shows: [exchange] });
    const hint = 'declare pagination.defaultSize to decide whether that is a page';
    if (bound === undefined) return inconclusive('no-usable-case', `${actual}; ${hint}`);
    return violated({ expected: `a page of size ${bound} or less`, actual, shows: [exchange] });
  },
  silentIn: ['pagination-offset', 'pagination-page', 'pagination-hal', 'small-pages'],
});

/** Whether a page says that another one follows. */
const goesOn = ({ isReported, isPromised, next }: http.Page): boolean =>
  isPromised === true || (isReported && next !== undefined);

/** Whether a document describes the list, without a parameter that may select a page. */
const hasNoPaging = ({ list, pagination }: Collection): boolean =>
  // A recording describes what it saw, and promises nothing.
  list?.provenance === 'described' &&
  list.statuses.length > 0 &&
  (pagination.style === 'unknown' || pagination.style === 'link') &&
  list.parameters.filter((one) => one.in === 'query').every(({ name, schema }) => isFilter(name, schema));

/** Whether a parameter selects entries by their content. */
const isFilter = (name: string, schema: Schema | undefined): boolean =>
  !/page|limit|offset|size|cursor|token|after|before|skip|take|top|start|from|to$|until|since|count|range|per|max/i.test(
    name,
  ) && !['integer', 'number'].includes(String(compare.isObject(schema) ? schema.type : ''));

type Schema = NonNullable<Collection['item']>;
