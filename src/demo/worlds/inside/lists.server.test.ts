import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../../service/http/json.js';
import { closeWorld, listIds, type OpenWorld, openWorld, parseReply } from './open-world.fixture.js';

let world: OpenWorld;
afterEach(() => closeWorld(world));

async function stocked(name: string, count: number, ...dialect: readonly string[]): Promise<string[]> {
  world = await openWorld(name, 1, 'ids-integer', ...dialect);
  const paths: string[] = [];
  while (paths.length < count) paths.push(await world.make());
  return paths;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const inOrder = (ids: readonly Json[]): number[] => ids.map(Number).sort((a, b) => a - b);
const first = async (target = '/orders'): Promise<Json[]> => listIds(await world.ask('GET', target));

describe('changing-order', () => {
  test('stays between writes, and changes with POST, PUT, action and DELETE', async () => {
    const [path = ''] = await stocked('changing-order', 12);
    const seen = new Set<string>();
    const look = async () => seen.add(JSON.stringify([await first(), await first()].map((ids) => ids.join())));
    await look();
    await world.ask('PUT', path, { customer: 'Bea', quantity: 1 });
    await look();
    await world.ask('POST', `${path}/payment`, {});
    await look();
    expect(seen.size).toBe(3);
    for (const pair of seen) expect(new Set(JSON.parse(pair) as string[]).size).toBe(1);
    expect(inOrder(await first())).toEqual(numbers(12));
    expect(await first()).not.toEqual(numbers(12));
    await world.ask('DELETE', path);
    expect(inOrder(await first())).toEqual(numbers(12).slice(1));
  });

  test.each([
    ['pagination-cursor', '/orders?limit=2'],
    ['pagination-token', '/orders?pageSize=2'],
    ['pagination-link', '/orders?per_page=2'],
    ['pagination-keyset', '/orders?limit=2'],
  ])('%s: returns each order once in a walk, with writes in between', async (style, start) => {
    const [path = ''] = await stocked('changing-order', 9, style);
    let quantity = 1;
    const ids = await world.walk(start, async () => {
      quantity += 1;
      await world.ask('PUT', path, { customer: 'Bea', quantity });
      // Another client begins a walk in the new order.
      await first();
    });
    expect(inOrder(ids)).toEqual(numbers(9));
    expect(ids).not.toEqual(numbers(9));
  });

  test('numbered pages are consistent until a write', async () => {
    await stocked('changing-order', 9, 'pagination-offset');
    const pages = [await first('/orders?limit=5'), await first('/orders?limit=5&offset=5')].flat();
    expect(inOrder(pages)).toEqual(numbers(9));
    expect(pages).not.toEqual(numbers(9));
  });

  test('refuses an invented cursor', async () => {
    await stocked('changing-order', 3);
    const forged = Buffer.from('after:999999999999999').toString('base64url');
    expect((await world.ask('GET', `/orders?cursor=${forged}`)).status).toBe(400);
  });
});

describe('random-order', () => {
  test('chooses a new order with each first page', async () => {
    await stocked('random-order', 12);
    const orders = new Set<string>();
    for (let left = 5; left > 0; left -= 1) orders.add((await first()).join());
    expect(orders.size).toBe(5);
  });

  test('keeps the order of a walk while others begin', async () => {
    await stocked('random-order', 9);
    expect(inOrder(await world.walk('/orders?limit=2', () => first()))).toEqual(numbers(9));
  });

  test('changes the order of numbered pages only with writes', async () => {
    const [path = ''] = await stocked('random-order', 12, 'pagination-page');
    const before = await first();
    expect(await first()).toEqual(before);
    await world.ask('PUT', path, { customer: 'Bea', quantity: 1 });
    expect(await first()).not.toEqual(before);
  });
});

/** The place of the total in each style: the names of a member, or a header field. */
const places: readonly (readonly [string, readonly string[] | string])[] = [
  ['pagination-offset', ['total']],
  ['pagination-odata', ['@odata.count']],
  ['pagination-spring', ['totalElements']],
  ['pagination-drf', ['count']],
  ['pagination-hal', ['page', 'totalElements']],
  ['pagination-jsonapi', ['meta', 'total']],
  ['pagination-cursor', ['total']],
  ['pagination-page', 'x-total-count'],
  ['pagination-range', 'content-range'],
  ['pagination-link', 'x-total-count'],
];

async function told(place: readonly string[] | string): Promise<number | undefined> {
  const reply = await world.ask('GET', '/orders');
  if (typeof place === 'string') {
    const digits = /(\d+)$/.exec(reply.headers[place] ?? '')?.[1];
    return digits === undefined ? undefined : Number(digits);
  }
  const found = place.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    parseReply(reply),
  );
  return found as number | undefined;
}

describe.each(places)('%s', (style, place) => {
  test('approximate-totals are different each time, and nearly correct', async () => {
    await stocked('approximate-totals', 12, style);
    const totals = [];
    while (totals.length < 12) totals.push((await told(place)) ?? Number.NaN);
    expect(new Set(totals).size).toBeGreaterThan(1);
    for (const total of totals) expect(Math.abs(total - 12)).toBeLessThanOrEqual(4);
  });

  test('capped-totals end at ten', async () => {
    const paths = await stocked('capped-totals', 12, style);
    expect(await told(place)).toBe(10);
    for (const path of paths.slice(3)) await world.ask('DELETE', path);
    expect(await told(place)).toBe(3);
  });

  test('absent-totals omits totals and returns the entries', async () => {
    await stocked('absent-totals', 3, style);
    expect(await told(place)).toBeUndefined();
    expect(await first()).toEqual(numbers(3));
    const { components } = (await world.ask('GET', '/openapi.json')).body as { components?: unknown };
    const { OrderPage } = (components as { schemas: { OrderPage: unknown } }).schemas;
    if (typeof place !== 'string') expect(JSON.stringify(OrderPage)).not.toContain(`"${place.at(-1)}"`);
  });
});
