import { defineCollectionNeed } from './need.js';

/** The parameter for the page size is known. */
export const pageSizeParameter = defineCollectionNeed(
  'page size parameter',
  'the parameter for the page size is not known',
  'resources[].pagination.params.size',
  ({ pagination }) => pagination.style !== 'none' && pagination.params.size !== undefined,
);

/** The maximum page size is known. */
export const maximumPageSize = defineCollectionNeed(
  'maximum page size',
  'the maximum page size is not known',
  'resources[].pagination.maxSize',
  ({ pagination }) => pagination.params.size !== undefined && pagination.maxSize !== undefined,
);

/** Pages are requested with a cursor, or by following links. */
export const cursorPaged = defineCollectionNeed(
  'cursor paging',
  'pages are not requested by cursor',
  'resources[].pagination.style',
  ({ pagination }) => pagination.style === 'cursor' || pagination.style === 'link',
);

/** The collection is declared as paginated, or looks paginated. */
export const paged = defineCollectionNeed(
  'paged',
  'the collection is declared as not paginated, or nothing is known about its pages',
  'resources[].pagination.style',
  ({ pagination }) => pagination.style !== 'none' && pagination.style !== 'unknown',
);

/** The collection is not declared as exempt from pagination. */
export const pageable = defineCollectionNeed(
  'pageable',
  'the collection is declared as not paginated',
  'pagination.exempt',
  ({ pagination }) => pagination.style !== 'none',
);

/** The service reports the total number of items. */
export const reportedTotal = defineCollectionNeed(
  'reported total',
  'the member for the total is not known',
  'resources[].pagination.total',
  ({ pagination }) => pagination.total !== undefined && pagination.total !== '',
);
