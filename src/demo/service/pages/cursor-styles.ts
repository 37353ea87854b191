import { linkField } from './page-links.js';
import { opaque } from './page-start.js';
import type { Form, Start } from './page-style.js';

const cursor = opaque('cursor', 'after', 'The next of the page before.');

/** limit and cursor; {items, next, limit} with the size that was given, and the next one linked. */
export const cursorForm: Form = {
  sizeName: 'limit',
  start: cursor,
  items: ['items'],
  members: (items) => ({ items, next: { type: ['string', 'null'] }, limit: { type: 'integer', minimum: 1 } }),
  show: ({ next, size }, items, linkTo) => ({
    body: { items, next: next === undefined ? null : cursor.write(next, size), limit: size },
    headers: linkField(next === undefined ? {} : { next: linkTo(next) }),
  }),
};

const sealed = opaque('pageToken', 'token', 'The nextPageToken of the page before; empty for the first page.');
const token: Start = {
  ...sealed,
  read: (text, size, visit) => (text === '' ? 0 : sealed.read(text, size, visit)),
};

/** pageSize and pageToken; {orders, nextPageToken}, which is empty at the end. */
export const tokenForm: Form = {
  sizeName: 'pageSize',
  start: token,
  items: ['orders'],
  members: (orders) => ({ orders, nextPageToken: { type: 'string' } }),
  show: ({ next, size }, orders) => ({
    body: { orders, nextPageToken: next === undefined ? '' : token.write(next, size) },
  }),
};

/** per_page and what the Link says; a bare array. */
export const linkForm: Form = {
  sizeName: 'per_page',
  start: opaque('after', 'link', 'Given by the Link of the page before, and of no meaning to clients.'),
  items: [],
  show: ({ next }, entries, linkTo) => ({
    body: entries,
    headers: linkField(next === undefined ? {} : { next: linkTo(next) }),
  }),
};
