import { type Collection, compare, type http, needs } from '#rule';

/** The collection is not declared as exempt from pagination. */
export const pageable = needs.defineNeed('collection', {
  name: 'pageable',
  reason: 'the collection is declared as not paginated',
  enable: 'pagination.exempt',
  isMet: ({ pagination }) => pagination.style !== 'none',
});

/** A list with more entries than this, with all that were created and no next page, is not paged. */
export const wholeList = 100;

/** Whether a page says that another one follows. */
export const goesOn = ({ isReported, next }: http.Page): boolean => isReported && next !== undefined;

/** Whether a document describes the list, without a parameter that may select a page. */
export const hasNoPaging = ({ list, pagination }: Collection): boolean =>
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
