import { createPageLinkField } from './page-links.js';
import { createOpaqueStart } from './page-start.js';
import type { PageForm, PageStart } from './page-style.js';

const cursorStart = createOpaqueStart('cursor', 'after', 'The next of the page before.');

/** limit and cursor; {items, next, limit} with the requested size, and a Link to the next page. */
export const cursorForm: PageForm = {
  sizeName: 'limit',
  start: cursorStart,
  items: ['items'],
  members: (items) => ({ items, next: { type: ['string', 'null'] }, limit: { type: 'integer', minimum: 1 } }),
  render: ({ next, size }, items, linkTo) => ({
    body: { items, next: next === undefined ? null : cursorStart.write(next, size), limit: size },
    headers: createPageLinkField(next === undefined ? {} : { next: linkTo(next) }),
  }),
};

const opaqueToken = createOpaqueStart(
  'pageToken',
  'token',
  'The nextPageToken of the page before; empty for the first page.',
);
const tokenStart: PageStart = {
  ...opaqueToken,
  read: (text, size, visit) => (text === '' ? 0 : opaqueToken.read(text, size, visit)),
};

/** pageSize and pageToken; {orders, nextPageToken}, which is empty at the end. */
export const tokenForm: PageForm = {
  sizeName: 'pageSize',
  start: tokenStart,
  items: ['orders'],
  members: (orders) => ({ orders, nextPageToken: { type: 'string' } }),
  render: ({ next, size }, orders) => ({
    body: { orders, nextPageToken: next === undefined ? '' : tokenStart.write(next, size) },
  }),
};

/** per_page and Link; a bare array. */
export const linkForm: PageForm = {
  sizeName: 'per_page',
  start: createOpaqueStart('after', 'link', 'Given by the Link of the page before, and of no meaning to clients.'),
  items: [],
  render: ({ next }, entries, linkTo) => ({
    body: entries,
    headers: createPageLinkField(next === undefined ? {} : { next: linkTo(next) }),
  }),
};
