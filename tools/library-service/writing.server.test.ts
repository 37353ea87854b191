import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/demo/service/http/json.js';
import { type SampleLibrary, startSampleLibrary } from './sample-items.fixture.js';

let at: SampleLibrary;

beforeEach(async () => {
  at = await startSampleLibrary();
});

afterEach(() => at.library.close());

const seen = async (place: string) => (await at.ask('GET', place)).body;

describe('PUT', () => {
  test('replaces the whole, and an optional member goes back to its default', async () => {
    await at.ask('PUT', at.copy, { label: 'B2', condition: 'worn', note: 'torn' });
    const { status, body } = await at.ask('PUT', at.copy, { label: 'B3' });
    expect([status, body.label, body.condition, body.note]).toEqual([200, 'B3', 'good', undefined]);
    expect(await seen(at.copy)).toEqual(body);
  });

  test('takes back what GET showed and leaves it as it is', async () => {
    for (const place of [at.shelf, at.author, at.book, at.copy]) {
      const before = await seen(place);
      expect((await at.ask('PUT', place, before)).status).toBe(200);
      expect(await seen(place)).toEqual(before);
    }
  });

  test('cannot move an item to another parent', async () => {
    await at.ask('PUT', at.book, { title: 'Moved', authorId: at.authorId, shelfId: 999 });
    expect(await seen(at.book)).toMatchObject({ title: 'Moved', shelfId: Number(at.shelf.split('/').at(-1)) });
  });
});

describe('PATCH', () => {
  test.each(['application/merge-patch+json', 'application/json'])('as %s changes what it names', async (type) => {
    const before = await seen(at.shelf);
    const reply = await at.ask('PATCH', at.shelf, { floor: 3 }, { 'content-type': type });
    expect([reply.status, reply.body]).toEqual([200, { ...before, floor: 3, updatedAt: reply.body.updatedAt }]);
    expect(await seen(at.shelf)).toEqual(reply.body);
  });

  test('takes an optional member away with null, and no required one', async () => {
    await at.ask('PATCH', at.shelf, { note: 'dusty', floor: 7 });
    await at.ask('PATCH', at.shelf, { note: null, floor: null });
    const after = await seen(at.shelf);
    expect([after.note, after.floor]).toEqual([undefined, 0]);
    expect((await at.ask('PATCH', at.shelf, { name: null, floor: 9 })).status).toBe(422);
    expect(await seen(at.shelf)).toEqual(after);
  });
});

describe('DELETE', () => {
  test('removes an item for good; a second DELETE finds none', async () => {
    expect(await at.ask('DELETE', at.copy)).toMatchObject({ status: 204, text: '' });
    for (const method of ['GET', 'HEAD', 'DELETE']) expect((await at.ask(method, at.copy)).status).toBe(404);
    expect((await at.ask('GET', `${at.book}/copies`)).body).toEqual({ items: [], total: 0 });
  });

  test('is refused while children or references exist', async () => {
    for (const place of [at.shelf, at.author, at.book]) {
      expect(await at.ask('DELETE', place)).toMatchObject({
        status: 409,
        headers: { 'content-type': 'application/problem+json' },
      });
      expect((await at.ask('GET', place)).status).toBe(200);
    }
    for (const place of [at.copy, at.book, at.author, at.shelf]) {
      expect((await at.ask('DELETE', place)).status).toBe(204);
    }
    expect(at.library.count()).toEqual({ shelves: 0, authors: 0, books: 0, copies: 0 });
  });
});

describe('a refused write', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const bodies: [string, Json, number][] = [
    ['broken JSON', '{', 400],
    ['no content', '', 400],
    ['no object', [], 422],
    ['a missing member', { title: 'x' }, 422],
    ['a member of another type', { title: 7, authorId: unknown }, 422],
    ['an unknown member', { title: 'x', authorId: unknown, colour: 'red' }, 422],
    ['an author who is not there', { title: 'x', authorId: unknown }, 422],
  ];

  test.each(bodies)('because of %s changes nothing', async (_, content, status) => {
    const before = await seen(at.book);
    for (const [method, path] of [
      ['POST', `${at.shelf}/books`],
      ['PUT', at.book],
    ] as const) {
      const { status: said, headers, body } = await at.ask(method, path, content);
      expect([said, headers['content-type'], body.status]).toEqual([status, 'application/problem+json', status]);
    }
    expect(await seen(at.book)).toEqual(before);
    expect(at.library.count().books).toBe(1);
  });

  test('names the reference that leads nowhere', async () => {
    const { body } = await at.ask('PATCH', at.book, { authorId: unknown });
    expect(body.errors).toEqual([{ pointer: '/authorId', detail: expect.stringContaining('author') }]);
  });

  test.each(['text/plain', 'application/merge-patch+json'])('in the media type %s is 415', async (type) => {
    const body = { title: 'x', authorId: at.authorId };
    expect((await at.ask('POST', `${at.shelf}/books`, body, { 'content-type': type })).status).toBe(415);
    expect(at.library.count().books).toBe(1);
  });
});

describe('isbn', () => {
  const isbn = '9780000000001';
  const titled = (title: string, more: JsonObject = {}) => ({ title, authorId: at.authorId, ...more });
  const post = (title: string, more?: JsonObject) => at.ask('POST', `${at.shelf}/books`, titled(title, more));

  test('is shared by no two books, whichever way it comes', async () => {
    const holder = (await post('first', { isbn })).headers.location ?? '';
    const before = await seen(at.book);
    expect((await post('second', { isbn })).status).toBe(409);
    expect((await at.ask('PUT', at.book, titled('second', { isbn }))).status).toBe(409);
    expect((await at.ask('PATCH', at.book, { isbn })).status).toBe(409);
    expect([await seen(at.book), at.library.count().books]).toEqual([before, 2]);
    expect((await at.ask('PATCH', holder, { isbn, pages: 3 })).status).toBe(200);
  });

  test('is free again when its holder gave it up or is gone', async () => {
    const holder = (await post('first', { isbn })).headers.location ?? '';
    await at.ask('PATCH', holder, { isbn: null });
    expect((await at.ask('PATCH', at.book, { isbn })).status).toBe(200);
    await at.ask('DELETE', at.copy);
    await at.ask('DELETE', at.book);
    expect((await post('third', { isbn })).status).toBe(201);
  });

  test('may be left out by many', async () => {
    expect([(await post('a')).status, (await post('b')).status]).toEqual([201, 201]);
  });
});
