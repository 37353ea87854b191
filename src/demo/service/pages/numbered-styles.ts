import type { Page } from '../request-context.js';
import { linkField, neighbours } from './page-links.js';
import { numbered } from './page-start.js';
import type { Form } from './page-style.js';

const count = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };

/** page from 1 and per_page; a bare array, all neighbours linked. */
export const pageForm: Form = {
  sizeName: 'per_page',
  start: numbered('page', 1),
  items: [],
  show: (page, entries, linkTo) => ({
    body: entries,
    headers: { ...linkField(neighbours(page, linkTo)), 'x-total-count': String(page.total) },
  }),
};

/** page from 0 and size; {content} and the numbers beside it. */
export const springForm: Form = {
  sizeName: 'size',
  start: numbered('page', 0),
  items: ['content'],
  members: (content) => ({
    ...{ content, totalElements: count, totalPages: count },
    ...{ number: count, size: count, first: flag, last: flag },
  }),
  show: (page, content) => ({
    body: { content, ...numbersOf(page), first: page.start === 0, last: page.next === undefined },
  }),
};

const url = { type: ['string', 'null'], format: 'uri' };

/** page from 1 and page_size; {count, next, previous, results} with whole URLs. Past the end there is nothing. */
export const drfForm: Form = {
  sizeName: 'page_size',
  start: numbered('page', 1),
  items: ['results'],
  pastEnd: 'not-found',
  members: (results) => ({ count, next: url, previous: url, results }),
  show(page, results, linkTo) {
    const { host } = page.visit.headers;
    const { next, prev } = neighbours(page, linkTo);
    const whole = (target: string | undefined) =>
      target === undefined ? null : `${host === undefined ? '' : `http://${host}`}${target}`;
    return { body: { count: page.total, next: whole(next), previous: whole(prev), results } };
  },
};

/** How many there are, and which page it is. */
export const numbersOf = ({ total, size, start }: Page) => ({
  totalElements: total,
  totalPages: Math.ceil(total / size),
  number: Math.floor(start / size),
  size,
});
