import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../http/json.js';
import {
  countingNames,
  followingNames,
  openPageReader,
  type PageReader,
  parseReplyBody,
  styleClients,
  styleNames,
} from './walk-pages.fixture.js';

let reader: PageReader;

afterEach(() => reader.close());

const chunks = (ids: readonly Json[], size: number): Json[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, i * size + size));

describe.each(styleNames)('%s', (style) => {
  test.each([
    [1, 1],
    [2, 5],
    [2, 6],
    [3, 2],
    [3, 3],
    [7, 8],
    [undefined, 7],
    [undefined, 9],
  ])('pages of %s return %i orders, oldest first, and end after them', async (size, count) => {
    reader = await openPageReader(style);
    const made = await reader.make(count);
    expect(await reader.walk(size)).toEqual(chunks(made, size ?? 3));
    expect(await reader.walk(size)).toEqual(chunks(made, size ?? 3));
  });

  test('an empty collection is one empty page', async () => {
    reader = await openPageReader(style);
    expect((await reader.ask('GET', '/orders')).status).toBe(200);
    expect(await reader.walk()).toEqual([[]]);
    expect(await reader.walk(7)).toEqual([[]]);
  });

  test('HEAD answers as GET', async () => {
    reader = await openPageReader(style);
    await reader.make(4);
    const asked = reader.target({ size: '2', start: undefined });
    const { headers: head } = await reader.ask('HEAD', asked);
    const { headers } = await reader.ask('GET', asked);
    expect({ ...head, date: '' }).toEqual({ ...headers, date: '' });
  });

  test.each(['', '0', '-1', 'x', '1.5', '+2', '1e1', '99999999999999999999'])(
    'the size "%s" is refused',
    async (size) => {
      reader = await openPageReader(style);
      await reader.make(1);
      expect((await reader.ask('GET', reader.target({ size, start: undefined }))).status).toBe(400);
    },
  );
});

describe.each(followingNames)('%s', (style) => {
  test('returns every order once while others are created and removed', async () => {
    reader = await openPageReader(style);
    const made = await reader.make(7);
    const [, , third, fourth, ...rest] = made;
    const late: Json[] = [];
    const pages = await reader.walk(3, async (page) => {
      if (page > 1) return;
      for (const id of [third, fourth]) await reader.ask('DELETE', `/orders/${id}`);
      late.push(...(await reader.make(1)));
    });
    expect(pages).toEqual([made.slice(0, 3), rest, late]);
  });

  test.each([
    'x',
    '%',
    'YWZ0ZXI6',
    'YWZ0ZXI6OTk5',
    'bGluazo5OTk',
    '-1',
    '0',
    '99999999999999999999',
    '../orders',
    '{}',
  ])('refuses the invalid start "%s"', async (start) => {
    reader = await openPageReader(style);
    await reader.make(2);
    expect((await reader.ask('GET', reader.target({ size: undefined, start }))).status).toBe(400);
  });

  test('returns an empty page after the last order, even if that was removed', async () => {
    reader = await openPageReader(style);
    const made = await reader.make(4);
    const { next } = styleClients[style];
    const asked = reader.target({ size: '2', start: undefined });
    const target = next(await reader.ask('GET', asked), asked, 2) ?? '';
    for (const id of made) await reader.ask('DELETE', `/orders/${id}`);
    const reply = await reader.ask('GET', target);
    expect([reply.status, reader.ids(reply), next(reply, target, 2)]).toEqual([200, [], undefined]);
  });
});

test('an empty pageToken asks for the first page', async () => {
  reader = await openPageReader('token');
  const made = await reader.make(2);
  expect(reader.ids(await reader.ask('GET', '/orders?pageToken='))).toEqual(made);
});

test('refuses the cursor of another style', async () => {
  reader = await openPageReader('cursor');
  await reader.make(4);
  const { next = null } = (await reader.ask('GET', '/orders?limit=2')).body;
  await reader.close();
  reader = await openPageReader('token');
  await reader.make(4);
  expect((await reader.ask('GET', `/orders?pageToken=${next}`)).status).toBe(400);
});

describe.each(countingNames)('%s', (style) => {
  const { jump = String } = styleClients[style];

  test('pages can be jumped to', async () => {
    reader = await openPageReader(style);
    const made = await reader.make(7);
    const reply = await reader.ask('GET', reader.target({ size: '3', start: jump(1, 3) }));
    expect(reader.ids(reply)).toEqual(made.slice(3, 6));
  });

  test.each(['', '-1', 'x', '1.5', '99999999999999999999', 'Infinity'])('refuses the start "%s"', async (start) => {
    reader = await openPageReader(style);
    await reader.make(2);
    expect((await reader.ask('GET', reader.target({ size: undefined, start }))).status).toBe(400);
  });

  test('treats the largest exact page number as past the end', async () => {
    reader = await openPageReader(style, 'past-end-empty');
    await reader.make(2);
    const reply = await reader.ask('GET', reader.target({ size: '7', start: '999999999999999' }));
    expect([
      reply.status,
      reader.ids(reply),
      styleClients[style].next(reply, '/orders?offset=999999999999999', 7),
    ]).toEqual([...[200, [], undefined]]);
  });
});

test.each(['page', 'drf', 'jsonapi'] as const)('%s has no page 0', async (style) => {
  reader = await openPageReader(style);
  expect((await reader.ask('GET', reader.target({ size: undefined, start: '0' }))).status).toBe(400);
});

test.each(styleNames)('adds volatile members to a page of %s, unless it is a bare array', async (style) => {
  reader = await openPageReader(style, 'time-in-the-body');
  const names = Object.keys(parseReplyBody(await reader.ask('GET', '/orders')) ?? {});
  expect(names.includes('serverTime')).toBe(!['link', 'range', 'page'].includes(style));
});
