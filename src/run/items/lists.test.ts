import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { CaseClient } from './case-client.js';
import { listItems } from './lists.js';

const bare = createBareCollection('things');
const pagination = { ...bare.pagination, style: 'page', params: { size: 'size', page: 'page' }, base: 1 } as const;

/** Reads a list whose page of a number has these entries. */
async function read(show: (page: number) => object[]) {
  const wire = {
    async send({ path }: { readonly path: string }) {
      const json = show(Number(new URLSearchParams(path.split('?')[1]).get('page')));
      return { n: 1, method: 'GET', path, answer: { status: 200, headers: {}, text: '', json }, silence: undefined };
    },
  } as unknown as CaseClient;
  const { pages, isWhole } = await listItems({
    collection: { ...bare, pagination },
    wire,
    baseUrl: 'http://127.0.0.1',
  });
  return [pages.length, isWhole];
}

test('a list is read no further where the last page follows itself, also where entries have no ids', async () => {
  const last = [{ name: 'a' }, { name: 'b' }];
  expect(await read((page) => (page === 1 ? [{ name: 'c' }, { name: 'd' }] : last))).toEqual([4, false]);
});

test('a list is read on where single entries without ids are equal', async () => {
  expect(await read((page) => (page < 6 ? [{ name: 'a' }] : []))).toEqual([6, true]);
});
