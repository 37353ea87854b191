import { numbersOf } from './numbered-styles.js';
import { neighbours } from './page-links.js';
import { numbered } from './page-start.js';
import type { Form } from './page-style.js';

const count = { type: 'integer', minimum: 0 };
const link = { type: 'object', properties: { href: { type: 'string' } }, required: ['href'] };

/** page from 0 and size; {_embedded: {orders}, _links, page}. */
export const halForm: Form = {
  sizeName: 'size',
  start: numbered('page', 0),
  items: ['_embedded', 'orders'],
  members: (orders) => ({
    _embedded: { type: 'object', properties: { orders }, required: ['orders'] },
    _links: { type: 'object', properties: { self: link, next: link }, required: ['self'] },
    page: {
      type: 'object',
      properties: { size: count, totalElements: count, totalPages: count, number: count },
      required: ['size', 'totalElements', 'totalPages', 'number'],
    },
  }),
  show: (page, orders, linkTo) => ({
    body: {
      _embedded: { orders },
      _links: {
        self: { href: linkTo(page.start) },
        ...(page.next !== undefined && { next: { href: linkTo(page.next) } }),
      },
      page: numbersOf(page),
    },
  }),
};

const target = { type: ['string', 'null'] };
const relations = ['first', 'last', 'prev', 'next'];

/** page[number] from 1 and page[size]; {data, links, meta: {total}}, links being null where they lead nowhere. */
export const jsonApiForm: Form = {
  sizeName: 'page[size]',
  start: numbered('page[number]', 1),
  items: ['data'],
  members: (data) => ({
    data,
    links: {
      type: 'object',
      properties: Object.fromEntries(relations.map((relation) => [relation, target])),
      required: relations,
    },
    meta: { type: 'object', properties: { total: count }, required: ['total'] },
  }),
  show(page, data, linkTo) {
    const { first, last, prev, next } = neighbours(page, linkTo);
    const links = { first, last, prev: prev ?? null, next: next ?? null };
    return { body: { data, links, meta: { total: page.total } } };
  },
};
