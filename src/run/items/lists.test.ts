import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { CaseClient } from './case-client.js';
import { listItems } from './lists.js';
import { readPage } from './read-page.js';

const bare = createBareCollection('things');
const pagination = { ...bare.pagination, style: 'page', params: { size: 'size', page: 'page' }, base: 1 } as const;

/** Reads a list whose page of a number has these entries. */
async function read(show: (page: number) => object[], more: Partial<Pagination> = {}) {
  const wire = {
    async send({ path }: { readonly path: string }) {
      const json = show(Number(new URLSearchParams(path.split('?')[1]).get('page')));
      return { n: 1, method: 'GET', path, answer: { status: 200, headers: {}, text: '', json }, silence: undefined };
    },
  } as unknown as CaseClient;
  const { pages, isWhole } = await listItems({
    collection: { ...bare, pagination: { ...pagination, ...more } },
    wire,
    baseUrl: 'http://127.0.0.1',
  });
  return [pages.length, isWhole];
}

test('a list is read no further where the last page follows itself, also where entries have no ids', async () => {
  const last = [{ name: 'a' }, { name: 'b' }];
  const show = (page: number) => (page < 2 ? [{ name: 'c' }, { name: 'd' }] : last);
  expect(await read(show, { params: { page: 'page' } })).toEqual([4, false]);
  // Pages with fewer entries than were asked for end the list, and numbers count.
  expect(await read(show)).toEqual([3, true]);
});

test('a list is read on where single entries without ids are equal, and as many as were asked for', async () => {
  expect(await read((page) => (page < 6 ? [{ name: 'a' }] : []), { maxSize: 1 })).toEqual([6, true]);
});

test.each<[string, object[], Partial<Pagination>, boolean]>([
  ['complete where it is shorter than pages usually are', [{ id: 1 }], {}, true],
  ['complete, too, where entries have no ids', [{ name: 'a' }], {}, true],
  [
    'not complete where each number may show the first page',
    Array.from({ length: 20 }, (_, id) => ({ id })),
    {},
    false,
  ],
  ['not complete where the profile says what follows the end', [{ id: 1 }], { pastEnd: 'empty' }, false],
])('a list whose only page follows itself is %s', async (_, page, more, isWhole) => {
  expect(await read(() => page, more)).toEqual([2, isWhole]);
});

test.each([
  ['?$top=2', '/things?%24top=2&%24skip=2'],
  ['?$top=2&$skip=2', '/things?%24top=2&%24skip=4'],
  // The service gives the page after this one, or it is the last one.
  ['?$top=2&$skiptoken=abc', undefined],
  ['?$top=2&after=abc', undefined],
])('a full page of $top entries without a next link, asked with %s, is followed by %s', (query, next) => {
  const collection = {
    ...bare,
    pagination: { ...pagination, style: 'cursor', params: { size: '$top', cursor: 'after' } },
  } as const;
  const asked = `/things${query}`;
  const answer = { status: 200, headers: {}, text: '', json: [{ id: 'a' }, { id: 'b' }] };
  const exchange = { n: 1, method: 'GET', path: asked, answer, silence: undefined } as const;
  expect(readPage(collection, exchange, asked, 'http://127.0.0.1').next).toBe(next);
});
