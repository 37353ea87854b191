import { defineCollectionNeed } from './need.js';

/** A parameter for the size of a page is known. */
export const pageSizeParameter = defineCollectionNeed(
  'sized',
  'no parameter for the size of a page is known',
  'resources[].pagination.params.size',
  ({ pagination }) => pagination.style !== 'none' && pagination.params.size !== undefined,
);

/** The largest page is known. */
export const maximumPageSize = defineCollectionNeed(
  'capped',
  'the largest size of a page is not known',
  'resources[].pagination.maxSize',
  ({ pagination }) => pagination.params.size !== undefined && pagination.maxSize !== undefined,
);

/** Pages are asked for with a cursor, or by following links. */
export const cursorPaged = defineCollectionNeed(
  'cursored',
  'pages are not told by cursor',
  'resources[].pagination.style',
  ({ pagination }) => pagination.style === 'cursor' || pagination.style === 'link',
);

/** The collection is declared to be paged, or looks as if it were. */
export const paged = defineCollectionNeed(
  'paged',
  'the collection is declared not to be paged, or nothing is known of its pages',
  'resources[].pagination.style',
  ({ pagination }) => pagination.style !== 'none' && pagination.style !== 'unknown',
);

/** The collection is not excepted from paging. */
export const pageable = defineCollectionNeed(
  'pageable',
  'the collection is declared not to be paged',
  'pagination.exempt',
  ({ pagination }) => pagination.style !== 'none',
);

/** The service says how many there are in all. */
export const reportedTotal = defineCollectionNeed(
  'totalling',
  'no total is known',
  'resources[].pagination.total',
  ({ pagination }) => pagination.total !== undefined && pagination.total !== '',
);
