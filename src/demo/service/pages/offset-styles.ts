import { passedOver } from './page-start.js';
import type { Form } from './page-style.js';

const count = { type: 'integer', minimum: 0 };

/** limit and offset; {data, total}. */
export const offsetForm: Form = {
  sizeName: 'limit',
  start: passedOver('offset'),
  items: ['data'],
  members: (data) => ({ data, total: count }),
  show: ({ total }, data) => ({ body: { data, total } }),
};

/** $top and $skip; {value, @odata.count}, and @odata.nextLink unless it is the last. */
export const odataForm: Form = {
  sizeName: '$top',
  start: passedOver('$skip'),
  items: ['value'],
  members: (value) => ({ '@odata.count': count, value, '@odata.nextLink': { type: 'string' } }),
  optional: ['@odata.nextLink'],
  show: ({ total, next }, value, linkTo) => ({
    body: {
      ...{ '@odata.count': total, value },
      ...(next !== undefined && { '@odata.nextLink': linkTo(next) }),
    },
  }),
};

/** limit and offset; a bare array, and where it lies in the whole as Content-Range. */
export const rangeForm: Form = {
  sizeName: 'limit',
  start: passedOver('offset'),
  items: [],
  show({ start, orders, total }, entries) {
    const range = orders.length === 0 ? '*' : `${start}-${start + orders.length - 1}`;
    return { body: entries, headers: { 'content-range': `${range}/${total}` } };
  },
};
