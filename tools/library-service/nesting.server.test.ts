import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getLocation, listReplyEntries, type SampleLibrary, startSampleLibrary } from './sample-items.fixture.js';
import { startLibrary } from './start-library.js';

let at: SampleLibrary;

beforeEach(async () => {
  at = await startSampleLibrary();
});

afterEach(() => at.library.close());

const noId = '00000000-0000-4000-8000-000000000000';

test('a created item is readable at its Location, at every level', async () => {
  for (const place of [at.shelf, at.author, at.book, at.copy]) {
    const { status, body } = await at.ask('GET', place);
    expect([status, body.links]).toEqual([200, expect.objectContaining({ self: place })]);
    expect(place.endsWith(`/${body.id}`)).toBe(true);
  }
  expect(at.copy).toMatch(/^\/shelves\/[1-9]\d*\/books\/[0-9a-f-]{36}\/copies\/[0-9a-f-]{36}$/);
});

test('links lead to children and related items', async () => {
  const { links } = (await at.ask('GET', at.book)).body;
  expect(links).toEqual({ self: at.book, copies: `${at.book}/copies`, author: at.author });
  for (const place of Object.values(links ?? {})) expect((await at.ask('GET', String(place))).status).toBe(200);
});

test('a collection shows only the items of its parent', async () => {
  const other = getLocation(await at.ask('POST', '/shelves', { name: 'Prose' }));
  const book = await at.ask('POST', `${other}/books`, { title: 'Other', authorId: at.authorId });
  const there = await at.ask('GET', `${other}/books`);
  expect([listReplyEntries(there), there.body.total]).toEqual([[book.body], 1]);
  expect(listReplyEntries(await at.ask('GET', `${at.shelf}/books`)).map(({ title }) => title)).toEqual(['Notes']);
});

test('an item is not found under another parent', async () => {
  const other = getLocation(await at.ask('POST', '/shelves', { name: 'Prose' }));
  const id = at.book.split('/').at(-1);
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    expect((await at.ask(method, `${other}/books/${id}`)).status).toBe(404);
  }
  expect(at.library.count()).toEqual({ shelves: 2, authors: 1, books: 1, copies: 1 });
});

describe('a missing item has no children', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const below = (): Record<string, string> => ({
    'books of no shelf': '/shelves/999/books',
    'a book of no shelf': at.book.replace(at.shelf, '/shelves/999'),
    'a copy of no shelf': at.copy.replace(at.shelf, '/shelves/999'),
    'copies of no book': `${at.shelf}/books/${noId}/copies`,
    'a copy of no book': `${at.shelf}/books/${noId}/copies/${at.copy.split('/').at(-1)}`,
    'the retirement of no copy': `${at.book}/copies/${noId}/retirement`,
    'a missing shelf': '/shelves/999',
    'a shelf of another form': '/shelves/x',
    'a shelf with a leading zero': '/shelves/01',
    'a broken path': '/shelves/%ff',
    'an unknown path': '/magazines',
    'an item below a copy': `${at.copy}/pages`,
    'an empty id': '/shelves/',
  });

  test.each(methods)('%s', async (method) => {
    const content = method === 'POST' || method === 'PUT' || method === 'PATCH' ? { label: 'x' } : undefined;
    const before = at.library.count();
    for (const [name, path] of Object.entries(below())) {
      const { status, headers } = await at.ask(method, path, content);
      expect([name, status, headers['content-type']]).toEqual([name, 404, 'application/problem+json']);
    }
    expect(at.library.count()).toEqual(before);
  });
});

test('methods that are not offered are named by Allow', async () => {
  const said: [string, string, string][] = [
    ['PUT', '/shelves', 'GET, HEAD, POST, OPTIONS'],
    ['POST', at.copy, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['DELETE', `${at.copy}/retirement`, 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ];
  for (const [method, path, allow] of said) {
    const { status, headers } = await at.ask(method, path);
    expect([path, status, headers.allow]).toEqual([path, 405, allow]);
    expect((await at.ask('OPTIONS', path)).headers.allow).toBe(allow);
  }
  expect(at.library.count()).toEqual({ shelves: 1, authors: 1, books: 1, copies: 1 });
});

test('ids of shelves count up and are never given again', async () => {
  const second = getLocation(await at.ask('POST', '/shelves', { name: 'Prose' }));
  expect((await at.ask('DELETE', second)).status).toBe(204);
  const third = await at.ask('POST', '/shelves', { name: 'Drama' });
  expect(third.body.id).toBe(Number(second.split('/').at(-1)) + 1);
});

test('HEAD answers as GET does, without content', async () => {
  for (const path of [at.shelf, `${at.book}/copies`, '/openapi.json', '/']) {
    const [head, get] = [await at.ask('HEAD', path), await at.ask('GET', path)];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(get.text)),
    ]);
  }
});

test('each library is a world of its own, counts its requests, and answers no more when closed', async () => {
  const other = await startLibrary();
  expect([other.count(), other.requests()]).toEqual([{ shelves: 0, authors: 0, books: 0, copies: 0 }, 0]);
  expect([at.library.count(), at.library.requests()]).toEqual([{ shelves: 1, authors: 1, books: 1, copies: 1 }, 4]);
  await other.close();
  await expect(fetch(other.url)).rejects.toThrow();
});
