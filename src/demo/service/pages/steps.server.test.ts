import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createSettings } from '../../variants/variants.js';
import { answerRequest } from '../answer-request.js';
import { createProblem } from '../http/answer.js';
import type { Json } from '../http/json.js';
import { createAnswerServer } from '../http/server.js';
import { openService } from '../open-service.js';
import type { PageSteps } from '../request-context.js';
import type { PaginationName } from '../settings.js';
import {
  countingNames,
  followingNames,
  type PageReader,
  createPageReader as readerOf,
  styleClients,
  styleNames,
} from './walk-pages.fixture.js';

let reader: PageReader;
let made: Json[];

afterEach(() => reader.close());

/** A service with these steps of paging and so many orders. */
async function start(style: PaginationName, steps: PageSteps, count = 7) {
  const service = openService(createSettings([`pagination-${style}`, 'small-pages']), { paging: steps });
  const server = createAnswerServer((request) => answerRequest(service, request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => void (await new Promise((resolve) => server.close(resolve)));
  reader = readerOf(style, { url: `http://127.0.0.1:${port}`, close });
  made = await reader.make(count);
}

const get = (size?: string, from?: string) => reader.ask('GET', reader.target({ size, start: from }));

describe.each(styleNames)('%s', (style) => {
  test('a fault may ignore the size, or refuse it in its own way', async () => {
    await start(style, {
      size: (asked, correct) => (asked === '0' ? createProblem(500, 'Divided by it.') : asked ? 3 : correct),
    });
    expect(reader.ids(await get('5'))).toEqual(made.slice(0, 3));
    expect((await get('0')).status).toBe(500);
  });

  test('a fault may ignore the limits', async () => {
    await start(style, { size: (asked) => (asked === null ? Number.MAX_SAFE_INTEGER : Math.abs(Number(asked))) }, 9);
    expect(reader.ids(await get())).toEqual(made);
    expect(reader.ids(await get('8'))).toEqual(made.slice(0, 8));
    expect(reader.ids(await get('-2'))).toEqual(made.slice(0, 2));
  });

  test('a fault may change the start', async () => {
    await start(style, { start: (_, correct) => (typeof correct === 'number' ? correct : 0) });
    expect(reader.ids(await get('2', 'forged'))).toEqual(made.slice(0, 2));
  });

  test('a fault may select other orders', async () => {
    await start(style, { select: (_, correct) => correct.slice(1) });
    expect(reader.ids(await get('3'))).toEqual(made.slice(1, 3));
  });

  test('a fault may change the final response', async () => {
    await start(
      style,
      { show: ({ orders }, correct) => (orders.length === 0 ? createProblem(404, 'None.') : correct) },
      0,
    );
    expect((await get()).status).toBe(404);
  });
});

describe.each(styleNames.filter((style) => style !== 'range'))('%s', (style) => {
  test('the orders that a fault selects do not change the end', async () => {
    await start(style, { select: (_, correct) => correct.slice(-1) });
    expect(await reader.walk(3)).toEqual([made.slice(2, 3), made.slice(5, 6), made.slice(6)]);
  });
});

describe.each(['cursor', 'token', 'link', 'odata', 'page', 'drf', 'hal', 'jsonapi'] as const)('%s', (style) => {
  test('a fault may link back to the first page', async () => {
    await start(style, { next: (_, correct) => correct && 0 });
    const asked = reader.target({ size: '3', start: undefined });
    const next = styleClients[style].next(await get('3'), asked, 3) ?? '';
    expect(reader.ids(await reader.ask('GET', next))).toEqual(made.slice(0, 3));
  });

  test('a fault may end the walk early when the last page is full', async () => {
    const next: PageSteps['next'] = ({ start, size, total, visit }, correct) =>
      total % size === 0 &&
      visit.service.orders.sequence.after(start, 2 * size).length <= 2 * size &&
      start + 2 * size >= total
        ? undefined
        : correct;
    await start(style, { next }, 6);
    expect(await reader.walk(3)).toEqual([made.slice(0, 3)]);
    expect(await reader.walk(4)).toEqual([made.slice(0, 4), made.slice(4)]);
  });

  test('a fault may continue without end', async () => {
    await start(style, { next: ({ start }, correct) => correct ?? start }, 2);
    expect(await reader.walk(3)).toEqual(Array.from({ length: 20 }, () => made));
  });
});

describe.each(['link', 'odata', 'page', 'drf', 'hal', 'jsonapi'] as const)('%s', (style) => {
  test('a fault may drop the size from links', async () => {
    const { size, start: begin } = styleClients[style];
    await start(style, { link: ({ [begin]: from = '' }) => ({ [begin]: from }) });
    const next = styleClients[style].next(await get('2'), '/orders', 2) ?? '';
    expect([...new URL(next, reader.url).searchParams.keys()]).toEqual([begin]);
    expect(next).not.toContain(size);
  });
});

describe.each(followingNames.filter((style) => style !== 'keyset'))('%s', (style) => {
  test('a fault may use an index instead of a position', async () => {
    await start(style, {
      select: ({ start: from, size }, _, { service }) => service.orders.sequence.slice(from, size),
      next: ({ start: from, size, total }) => (from + size < total ? from + size : undefined),
    });
    expect((await reader.walk(3)).flat()).toEqual(made);
    await reader.ask('DELETE', `/orders/${made[6]}`);
    const pages = await reader.walk(3, async (page) => page === 1 && reader.ask('DELETE', `/orders/${made[0]}`));
    expect(pages.flat()).not.toContain(made[3]);
  });

  test('a fault may skip an order between pages, or show one twice', async () => {
    await start(style, { next: (_, correct) => correct && correct + 1 });
    expect((await reader.walk(3)).flat()).not.toContain(made[3]);
    await reader.close();
    await start(style, { next: (_, correct) => correct && correct - 1 });
    expect((await reader.walk(3)).flat().filter((id) => id === made[2])).toHaveLength(2);
  });
});

describe.each(countingNames)('%s', (style) => {
  const { jump = String } = styleClients[style];

  test('a fault may repeat the last page without end', async () => {
    await start(style, {
      start: (_, correct) => (typeof correct === 'number' ? correct : 6),
      select: ({ start: from, size }, correct, { service }) =>
        correct.length > 0 || from === 0 ? correct : service.orders.sequence.slice(6, size),
    });
    for (const page of [2, 3, 9]) expect(reader.ids(await get('3', jump(page, 3)))).toEqual(made.slice(6));
  });

  test('a fault may sort by the requested size', async () => {
    await start(style, { select: ({ size }, correct) => (size > 2 ? [...correct].reverse() : correct) });
    expect(reader.ids(await get('3'))).toEqual(made.slice(0, 3).reverse());
  });
});

test.each([
  ['offset', /"total":8/],
  ['odata', /"@odata.count":8/],
  ['spring', /"totalElements":8/],
  ['drf', /"count":8/],
  ['hal', /"totalElements":8/],
  ['jsonapi', /"total":8/],
] as const)('%s: a fault may return a wrong total without changing the end', async (style, wrong) => {
  await start(style, { total: (correct) => correct + 1 });
  expect((await get('7')).text).toMatch(wrong);
  if (style !== 'offset') expect(await reader.walk(7)).toEqual([made]);
});

test('range and page return a wrong total in their fields', async () => {
  await start('range', { total: (correct) => correct + 1 });
  expect((await get('2')).headers['content-range']).toBe('0-1/8');
  await reader.close();
  await start('page', { total: (correct) => correct + 1 });
  expect((await get('2')).headers['x-total-count']).toBe('8');
});
