import { ofCollection } from './need.js';

/** A parameter for the size of a page is known. */
export const sized = ofCollection(
  'sized',
  'no parameter for the size of a page is known',
  'resources[].pagination.params.size',
  ({ pagination }) => pagination.style !== 'none' && pagination.params.size !== undefined,
);

/** The largest page is known. */
export const capped = ofCollection(
  'capped',
  'the largest size of a page is not known',
  'resources[].pagination.maxSize',
  ({ pagination }) => pagination.params.size !== undefined && pagination.maxSize !== undefined,
);

/** Pages are asked for with a cursor, or by following links. */
export const cursored = ofCollection(
  'cursored',
  'pages are not told by cursor',
  'resources[].pagination.style',
  ({ pagination }) => pagination.style === 'cursor' || pagination.style === 'link',
);

/** The collection is declared to be paged, or looks as if it were. */
export const paged = ofCollection(
  'paged',
  'the collection is declared not to be paged, or nothing is known of its pages',
  'resources[].pagination.style',
  ({ pagination }) => pagination.style !== 'none' && pagination.style !== 'unknown',
);

/** The collection is not excepted from paging. */
export const pageable = ofCollection(
  'pageable',
  'the collection is declared not to be paged',
  'pagination.exempt',
  ({ pagination }) => pagination.style !== 'none',
);

/** The service says how many there are in all. */
export const totalling = ofCollection(
  'totalling',
  'no total is known',
  'resources[].pagination.total',
  ({ pagination }) => pagination.total !== undefined && pagination.total !== '',
);
