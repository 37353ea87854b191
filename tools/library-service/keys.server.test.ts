import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/demo/service/http/json.js';
import { type SampleLibrary, startSampleLibrary } from './sample-items.fixture.js';

let at: SampleLibrary;

beforeEach(async () => {
  at = await startSampleLibrary();
});

afterEach(() => at.library.close());

const key = (value: string) => ({ 'idempotency-key': value });

const places = (): Record<string, [path: string, content: Json, other: Json]> => ({
  'a shelf': ['/shelves', { name: 'x' }, { name: 'y' }],
  'an author': ['/authors', { name: 'x' }, { name: 'y' }],
  'a book': [`${at.shelf}/books`, { title: 'x', authorId: at.authorId }, { title: 'y', authorId: at.authorId }],
  'a copy': [`${at.book}/copies`, { label: 'x' }, { label: 'y' }],
  'a retirement': [`${at.copy}/retirement`, { reason: 'x' }, { reason: 'y' }],
});

describe.each(['a shelf', 'an author', 'a book', 'a copy', 'a retirement'])('a key on the creation of %s', (name) => {
  test('creates one item and returns the first response', async () => {
    const [path, content] = places()[name] ?? ['', null];
    const first = await at.ask('POST', path, content, key('k'));
    const after = at.library.count();
    const again = await at.ask('POST', path, content, key('k'));
    expect(first.status).toBe(201);
    expect([again.status, again.text, again.headers.location]).toEqual([201, first.text, first.headers.location]);
    expect(at.library.count()).toEqual(after);
  });

  test('is refused with other content, without effect', async () => {
    const [path, content, other] = places()[name] ?? ['', null, null];
    await at.ask('POST', path, content, key('k'));
    const after = at.library.count();
    expect((await at.ask('POST', path, other, key('k'))).status).toBe(422);
    expect(at.library.count()).toEqual(after);
  });

  test.each(['', 'x'.repeat(256)])('cannot be "%s"', async (value) => {
    const [path, content] = places()[name] ?? ['', null];
    const before = at.library.count();
    expect((await at.ask('POST', path, content, key(value))).status).toBe(400);
    expect(at.library.count()).toEqual(before);
  });
});

test('other keys, other paths and no key create other items', async () => {
  for (const path of ['/shelves', '/authors'])
    for (const headers of [key('k'), key('K'), {}, {}]) await at.ask('POST', path, { name: 'x' }, headers);
  expect(at.library.count()).toMatchObject({ shelves: 5, authors: 5 });
});

test('the key of a refused creation may be used again', async () => {
  expect((await at.ask('POST', '/shelves', {}, key('k'))).status).toBe(422);
  expect((await at.ask('POST', '/shelves', { name: 'x' }, key('k'))).status).toBe(201);
});

test('a key does not bring back a parent that is gone', async () => {
  const shelf = (await at.ask('POST', '/shelves', { name: 'x' })).headers.location ?? '';
  const book = { title: 'x', authorId: at.authorId };
  const made = await at.ask('POST', `${shelf}/books`, book, key('k'));
  await at.ask('DELETE', made.headers.location ?? '');
  await at.ask('DELETE', shelf);
  expect((await at.ask('POST', `${shelf}/books`, book, key('k'))).status).toBe(404);
});
