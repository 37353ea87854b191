import { describe, expect, test } from 'vitest';
import type { RawClient } from '../../../test/support/raw-client.js';
import type { JsonObject } from '../service/http/json.js';
import { placeOrder, sampleOrder, startInWorlds } from './worlds.fixture.js';

describe.each(['shared-cache', 'shared-cache-without-invalidation'])('%s', (name) => {
  test('keeps items, lists and 404s for a second, whatever the request says, and tells their age', async () => {
    const { ask } = await startInWorlds([name]);
    const missing = '/orders/00000000-0000-4000-8000-000000000000';
    for (const target of ['/orders?limit=5', missing]) {
      const { status, headers } = await ask('GET', target);
      expect([status < 500, headers.age]).toEqual([true, undefined]);
      const again = await ask('GET', target, undefined, { 'cache-control': 'no-cache' });
      expect([again.status, again.headers.age]).toEqual([status, '0']);
    }
    const path = await placeOrder(ask);
    expect((await ask('GET', '/orders?limit=5')).text).not.toContain(path);
    await expect.poll(async () => (await ask('GET', '/orders?limit=5')).text, { timeout: 3_000 }).toContain(path);
  });

  test('answers HEAD and a condition from what it keeps', async () => {
    const { ask } = await startInWorlds([name], { dialect: ['etags'] });
    const path = await placeOrder(ask);
    const { etag = '' } = (await ask('GET', path)).headers;
    const head = await ask('HEAD', path);
    const known = await ask('GET', path, undefined, { 'if-none-match': etag });
    expect([head.status, head.text, head.headers.age]).toEqual([200, '', '0']);
    expect([known.status, known.text, known.headers.age]).toEqual([304, '', '0']);
  });

  test('never shows one caller what another one is shown', async () => {
    const { ask } = await startInWorlds([name], { dialect: ['access-bearer'] });
    const path = await placeOrder(ask);
    expect((await ask('GET', path)).status).toBe(200);
    expect((await ask('GET', path, undefined, { authorization: 'Bearer nobody' })).status).toBe(401);
  });
});

/** The order as it is shown right after it was kept and then changed; a machine that is too busy has another try. */
async function shownAfter(ask: RawClient, change: (path: string) => Promise<unknown>): Promise<JsonObject> {
  const path = await placeOrder(ask);
  await ask('GET', path);
  await change(path);
  return (await ask('GET', path)).body;
}

test('shared-cache-without-invalidation shows an order as it was before it was written, and later as it is', async () => {
  const { ask } = await startInWorlds(['shared-cache-without-invalidation']);
  let written = '';
  const shown = () =>
    shownAfter(ask, (path) => {
      written = path;
      return ask('PUT', path, { ...sampleOrder, quantity: 5 });
    });
  await expect.poll(async () => (await shown()).quantity, { timeout: 20_000 }).toBe(3);
  await expect.poll(async () => (await ask('GET', written)).body.quantity, { timeout: 20_000 }).toBe(5);
});

test('shared-cache forgets what was written, but not what was changed at another address', async () => {
  const { ask } = await startInWorlds(['shared-cache']);
  expect((await shownAfter(ask, (path) => ask('PUT', path, { ...sampleOrder, quantity: 5 }))).quantity).toBe(5);
  const paid = () => shownAfter(ask, (path) => ask('POST', `${path}/payment`));
  await expect.poll(async () => (await paid()).status, { timeout: 20_000 }).toBe('pending');
});
