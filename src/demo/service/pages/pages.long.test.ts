import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRawClient, type RawClient, type Reply } from '../../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../../start-demo.js';
import type { Json, JsonObject } from '../http/json.js';

let demo: Demo;
let ask: RawClient;

const styles = ['cursor', 'offset', 'page'] as const;

async function start(style: (typeof styles)[number], count: number) {
  demo = await startDemo({ dialect: [`pagination-${style}`] });
  ask = createRawClient(demo.url);
  const made: Json[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await make(number));
  return made;
}

const make = async (quantity: number) => (await ask('POST', '/orders', { customer: 'Ada', quantity })).body.id ?? null;

const entries = ({ body, text }: Reply) => (body.items ?? body.data ?? JSON.parse(text)) as readonly JsonObject[];
const ids = (reply: Reply) => entries(reply).map(({ id }) => id);

afterEach(() => demo.close());

describe('by cursor', () => {
  test('a walk returns every order once, the newest last, while others are created and removed', async () => {
    const made = await start('cursor', 7);
    const first = await ask('GET', '/orders?limit=3');
    await ask('DELETE', `/orders/${made[2]}`);
    const late = await make(8);
    const second = await ask('GET', `/orders?limit=3&cursor=${first.body.next}`);
    const third = await ask('GET', `/orders?limit=3&cursor=${second.body.next}`);
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual([...made, late]);
    expect(third.body.next).toBeNull();
    expect(third.headers.link).toBeUndefined();
  });

  test('Link and next have the same target', async () => {
    await start('cursor', 3);
    const { headers, body } = await ask('GET', '/orders?limit=2');
    expect(headers.link).toBe(`</orders?limit=2&cursor=${body.next}>; rel="next"`);
  });

  test.each(['x', 'YWZ0ZXI6', 'YWZ0ZXI6OTk5', ''])('the forged cursor "%s" is refused', async (cursor) => {
    await start('cursor', 1);
    expect((await ask('GET', `/orders?cursor=${cursor}`)).status).toBe(400);
  });
});

describe('by offset', () => {
  test('pages are slices of the whole list', async () => {
    const made = await start('offset', 5);
    await ask('DELETE', `/orders/${made[0]}`);
    const reply = await ask('GET', '/orders?limit=2&offset=1');
    expect([ids(reply), reply.body.total]).toEqual([[made[2], made[3]], 4]);
    expect(ids(await ask('GET', '/orders?offset=4'))).toEqual([]);
  });

  test.each(['-1', 'x', '1.5'])('the offset %s is refused', async (offset) => {
    await start('offset', 0);
    expect((await ask('GET', `/orders?offset=${offset}`)).status).toBe(400);
  });
});

describe('by page', () => {
  test('pages are counted from 1 and linked', async () => {
    const made = await start('page', 5);
    const reply = await ask('GET', '/orders?per_page=2&page=2');
    expect([ids(reply), reply.headers['x-total-count']]).toEqual([[made[2], made[3]], '5']);
    expect(reply.headers.link?.match(/\bpage=\d|rel="\w+"/g)?.join(' ')).toBe(
      'page=1 rel="first" page=1 rel="prev" page=3 rel="next" page=3 rel="last"',
    );
  });

  test.each(['0', '-1', 'x'])('the page %s is refused', async (page) => {
    await start('page', 0);
    expect((await ask('GET', `/orders?page=${page}`)).status).toBe(400);
  });
});

describe.each(styles)('sizes by %s', (style) => {
  const name = style === 'page' ? 'per_page' : 'limit';

  beforeEach(() => start(style, 105));

  test('are 20 by default and 100 at most', async () => {
    const sizes = [];
    for (const query of ['', `?${name}=1`, `?${name}=100`, `?${name}=101`, `?${name}=999999`]) {
      sizes.push(entries(await ask('GET', `/orders${query}`)).length);
    }
    expect(sizes).toEqual([20, 1, 100, 100, 100]);
  });

  test.each(['0', '-1', 'x', ''])('cannot be "%s"', async (size) => {
    expect((await ask('GET', `/orders?${name}=${size}`)).status).toBe(400);
  });
});
