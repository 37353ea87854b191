import type { PaginationName, Settings } from '../service/settings.js';
import { createDialect, type Dialect } from './variant.js';

const createPagingDialect = (name: PaginationName, says: string, pagination: object): Dialect =>
  createDialect('pagination', `pagination-${name}`, says, { pagination: name }, { pagination });

const styleDialects: readonly Dialect[] = [
  {
    ...createPagingDialect('cursor', 'Pages are requested with limit and cursor.', {
      style: 'cursor',
      params: { size: 'limit', cursor: 'cursor' },
      items: '/items',
      next: '/next',
    }),
    isDefault: true,
  },
  createPagingDialect(
    'keyset',
    'Pages are requested with limit and the id to start after; has_more says whether there are more.',
    { style: 'cursor', params: { size: 'limit', cursor: 'starting_after' }, items: '/data', next: '/has_more' },
  ),
  createPagingDialect('token', 'Pages are requested with pageSize and pageToken; the last nextPageToken is empty.', {
    style: 'cursor',
    params: { size: 'pageSize', cursor: 'pageToken' },
    items: '/orders',
    next: '/nextPageToken',
  }),
  createPagingDialect('link', 'Pages are bare arrays; only the Link field leads to the next one.', {
    style: 'link',
    params: { size: 'per_page', cursor: 'after' },
    items: '',
  }),
  createPagingDialect('offset', 'Pages are requested with limit and offset.', {
    style: 'offset',
    params: { size: 'limit', offset: 'offset' },
    items: '/data',
    total: '/total',
  }),
  createPagingDialect('odata', 'Pages are requested with $top and $skip, as in OData.', {
    style: 'offset',
    params: { size: '$top', offset: '$skip' },
    items: '/value',
    next: '/@odata.nextLink',
    total: '/@odata.count',
  }),
  createPagingDialect(
    'range',
    'Pages are bare arrays, requested with limit and offset; Content-Range says which entries they contain.',
    { style: 'offset', params: { size: 'limit', offset: 'offset' }, items: '' },
  ),
  createPagingDialect('page', 'Pages are bare arrays, requested with page and per_page.', {
    style: 'page',
    params: { size: 'per_page', page: 'page' },
    base: 1,
    items: '',
  }),
  createPagingDialect('spring', 'Pages are counted from 0 and requested with page and size, as in Spring.', {
    style: 'page',
    params: { size: 'size', page: 'page' },
    base: 0,
    items: '/content',
    total: '/totalElements',
  }),
  createPagingDialect(
    'drf',
    'Pages are requested with page and page_size, and linked by full URLs, as in Django REST framework.',
    {
      style: 'page',
      params: { size: 'page_size', page: 'page' },
      base: 1,
      items: '/results',
      next: '/next',
      total: '/count',
      pastEnd: 'not-found',
    },
  ),
  createPagingDialect('hal', 'Pages are HAL documents, counted from 0.', {
    style: 'page',
    params: { size: 'size', page: 'page' },
    base: 0,
    items: '/_embedded/orders',
    next: '/_links/next/href',
    total: '/page/totalElements',
  }),
  createPagingDialect('jsonapi', 'Pages are requested with page[number] and page[size], as in JSON:API.', {
    style: 'page',
    params: { size: 'page[size]', page: 'page[number]' },
    base: 1,
    items: '/data',
    next: '/links/next',
    total: '/meta/total',
  }),
];

const createOverMaxDialect = (name: string, says: string, policy: Settings['overMax']): Dialect =>
  createDialect('over-max', name, says, { overMax: policy }, { pagination: { overMax: policy } });

const createPastEndDialect = (name: string, says: string, policy: Exclude<Settings['pastEnd'], 'by-style'>): Dialect =>
  createDialect('past-end', name, says, { pastEnd: policy }, { pagination: { pastEnd: policy } });

const createFilterDialect = (name: string, says: string, sets: Partial<Settings>): Dialect => {
  const filters = { customer: '/customer', priority: '/priority', status: '/status' };
  const ranges = { minQuantity: { from: '/quantity' }, maxQuantity: { to: '/quantity' } };
  const profile = { resources: [{ collection: '/orders', filters, ranges }] };
  return createDialect('filters', name, says, { hasFilters: true, ...sets }, profile);
};

/** Pagination: style, page sizes above the maximum, pages past the end, and page sizes. */
export const pageDialects: readonly Dialect[] = [
  ...styleDialects,
  {
    ...createOverMaxDialect('over-max-clamps', 'A page size above the maximum gives the maximum.', 'clamp'),
    isDefault: true,
  },
  createOverMaxDialect('over-max-rejects', 'A page size above the maximum is refused with 400.', 'reject'),
  createOverMaxDialect('over-max-falls-back', 'A page size above the maximum gives the default size.', 'default'),
  {
    ...createPastEndDialect('past-end-empty', 'A page number past the end returns an empty page.', 'empty'),
    isDefault: true,
  },
  createPastEndDialect('past-end-404', 'A page number past the end returns 404.', 'not-found'),
  createPastEndDialect('past-end-last-page', 'A page number past the end returns the last page.', 'last-page'),
  createFilterDialect(
    'filtered-lists',
    'Lists can be filtered by customer, priority, status and quantity, searched for a part of the customer, and sorted by creation and customer.',
    {},
  ),
  createFilterDialect(
    'filters-by-part',
    'The filter by customer also selects orders whose customer has the value as a part.',
    { filtersByPart: true },
  ),
  createDialect(
    'page-size',
    'small-pages',
    'Pages have 3 entries by default and at most 7.',
    { defaultSize: 3, maximumSize: 7 },
    { pagination: { defaultSize: 3, maxSize: 7 } },
  ),
];
