import { countSchema, createPageNumbers } from './counting-styles.js';
import { createNeighbourLinks } from './page-links.js';
import { createNumberedStart } from './page-start.js';
import type { PageForm } from './page-style.js';

const linkSchema = { type: 'object', properties: { href: { type: 'string' } }, required: ['href'] };

/** page from 0 and size; {_embedded: {orders}, _links, page}. */
export const halForm: PageForm = {
  sizeName: 'size',
  start: createNumberedStart('page', 0),
  items: ['_embedded', 'orders'],
  members: (orders) => ({
    _embedded: { type: 'object', properties: { orders }, required: ['orders'] },
    _links: { type: 'object', properties: { self: linkSchema, next: linkSchema }, required: ['self'] },
    page: {
      type: 'object',
      properties: { size: countSchema, totalElements: countSchema, totalPages: countSchema, number: countSchema },
      required: ['size', 'totalElements', 'totalPages', 'number'],
    },
  }),
  render: (page, orders, linkTo) => ({
    body: {
      _embedded: { orders },
      _links: {
        self: { href: linkTo(page.start) },
        ...(page.next !== undefined && { next: { href: linkTo(page.next) } }),
      },
      page: createPageNumbers(page),
    },
  }),
};

const targetSchema = { type: ['string', 'null'] };
const relations = ['first', 'last', 'prev', 'next'];

/** page[number] from 1 and page[size]; {data, links, meta: {total}}, with null for missing links. */
export const jsonApiForm: PageForm = {
  sizeName: 'page[size]',
  start: createNumberedStart('page[number]', 1),
  items: ['data'],
  members: (data) => ({
    data,
    links: {
      type: 'object',
      properties: Object.fromEntries(relations.map((relation) => [relation, targetSchema])),
      required: relations,
    },
    meta: { type: 'object', properties: { total: countSchema }, required: ['total'] },
  }),
  render(page, data, linkTo) {
    const { first, last, prev, next } = createNeighbourLinks(page, linkTo);
    const links = { first, last, prev: prev ?? null, next: next ?? null };
    return { body: { data, links, meta: { total: page.total } } };
  },
};
