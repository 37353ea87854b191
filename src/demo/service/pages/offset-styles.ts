import { createOffsetStart } from './page-start.js';
import type { PageForm } from './page-style.js';

const countSchema = { type: 'integer', minimum: 0 };

/** limit and offset; {data, total}. */
export const offsetForm: PageForm = {
  sizeName: 'limit',
  start: createOffsetStart('offset'),
  items: ['data'],
  members: (data) => ({ data, total: countSchema }),
  render: ({ total }, data) => ({ body: { data, total } }),
};

/** $top and $skip; {value, @odata.count}, and @odata.nextLink except on the last page. */
export const odataForm: PageForm = {
  sizeName: '$top',
  start: createOffsetStart('$skip'),
  items: ['value'],
  members: (value) => ({ '@odata.count': countSchema, value, '@odata.nextLink': { type: 'string' } }),
  optional: ['@odata.nextLink'],
  render: ({ total, next }, value, linkTo) => ({
    body: {
      '@odata.count': total,
      value,
      ...(next !== undefined && { '@odata.nextLink': linkTo(next) }),
    },
  }),
};

/** limit and offset; a bare array with Content-Range. */
export const rangeForm: PageForm = {
  sizeName: 'limit',
  start: createOffsetStart('offset'),
  items: [],
  render({ start, orders, total }, entries) {
    const range = orders.length === 0 ? '*' : `${start}-${start + orders.length - 1}`;
    return { body: entries, headers: { 'content-range': `${range}/${total}` } };
  },
};
