import type { OrderPage } from '../request-context.js';
import { createNeighbourLinks, createPageLinkField } from './page-links.js';
import { createNumberedStart, createOffsetStart } from './page-start.js';
import type { PageForm } from './page-style.js';

export const countSchema = { type: 'integer', minimum: 0 };
const flagSchema = { type: 'boolean' };

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

/** page from 1 and per_page; a bare array with Link to first, previous, next and last page. */
export const pageForm: PageForm = {
  sizeName: 'per_page',
  start: createNumberedStart('page', 1),
  items: [],
  render: (page, entries, linkTo) => ({
    body: entries,
    headers: { ...createPageLinkField(createNeighbourLinks(page, linkTo)), 'x-total-count': String(page.total) },
  }),
};

/** page from 0 and size; {content} with page number and totals. */
export const springForm: PageForm = {
  sizeName: 'size',
  start: createNumberedStart('page', 0),
  items: ['content'],
  members: (content) => ({
    content,
    totalElements: countSchema,
    totalPages: countSchema,
    number: countSchema,
    size: countSchema,
    first: flagSchema,
    last: flagSchema,
  }),
  render: (page, content) => ({
    body: { content, ...createPageNumbers(page), first: page.start === 0, last: page.next === undefined },
  }),
};

const urlSchema = { type: ['string', 'null'], format: 'uri' };

/** page from 1 and page_size; {count, next, previous, results} with absolute URLs; 404 past the end. */
export const drfForm: PageForm = {
  sizeName: 'page_size',
  start: createNumberedStart('page', 1),
  items: ['results'],
  pastEnd: 'not-found',
  members: (results) => ({ count: countSchema, next: urlSchema, previous: urlSchema, results }),
  render(page, results, linkTo) {
    const { host } = page.visit.headers;
    const { next, prev } = createNeighbourLinks(page, linkTo);
    const whole = (target: string | undefined) =>
      target === undefined ? null : `${host === undefined ? '' : `http://${host}`}${target}`;
    return { body: { count: page.total, next: whole(next), previous: whole(prev), results } };
  },
};

export const createPageNumbers = ({ total, size, start }: OrderPage) => ({
  totalElements: total,
  totalPages: Math.ceil(total / size),
  number: Math.floor(start / size),
  size,
});
