import { describe, expect, test } from 'vitest';
import { expectEventually } from '../../../test/support/expect-eventually.js';
import type { RawClient } from '../../../test/support/raw-client.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { JsonObject } from '../service/http/json.js';
import { placeOrder, sampleOrder, startInWorlds } from './worlds.fixture.js';

useSteadyClock();

describe.each(['shared-cache', 'shared-cache-without-invalidation'])('%s', (name) => {
  test('caches items, lists and 404 for a second, whatever Cache-Control the request has, and sends Age', async () => {
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
    await expectEventually(async () => (await ask('GET', '/orders?limit=5')).text).toContain(path);
  });

  test('answers HEAD and conditional requests from the cache', async () => {
    const { ask } = await startInWorlds([name], { dialect: ['etags'] });
    const path = await placeOrder(ask);
    const { etag = '' } = (await ask('GET', path)).headers;
    const head = await ask('HEAD', path);
    const known = await ask('GET', path, undefined, { 'if-none-match': etag });
    expect([head.status, head.text, head.headers.age]).toEqual([200, '', '0']);
    expect([known.status, known.text, known.headers.age]).toEqual([304, '', '0']);
  });

  test('does not share responses between callers', async () => {
    const { ask } = await startInWorlds([name], { dialect: ['access-bearer'] });
    const path = await placeOrder(ask);
    expect((await ask('GET', path)).status).toBe(200);
    expect((await ask('GET', path, undefined, { authorization: 'Bearer unknown-token' })).status).toBe(401);
  });
});

/** The response for an order that was cached and then changed; repeated if the machine was too slow. */
async function shownAfter(ask: RawClient, change: (path: string) => Promise<unknown>): Promise<JsonObject> {
  const path = await placeOrder(ask);
  await ask('GET', path);
  await change(path);
  return (await ask('GET', path)).body;
}

test('shared-cache-without-invalidation returns the old order after a write, and later the new one', async () => {
  const { ask } = await startInWorlds(['shared-cache-without-invalidation']);
  let written = '';
  const shown = () =>
    shownAfter(ask, (path) => {
      written = path;
      return ask('PUT', path, { ...sampleOrder, quantity: 5 });
    });
  await expectEventually(async () => (await shown()).quantity).toBe(3);
  await expectEventually(async () => (await ask('GET', written)).body.quantity).toBe(5);
});

test('shared-cache invalidates a written URL, but not other URLs that the write changed', async () => {
  const { ask } = await startInWorlds(['shared-cache']);
  expect((await shownAfter(ask, (path) => ask('PUT', path, { ...sampleOrder, quantity: 5 }))).quantity).toBe(5);
  const paid = () => shownAfter(ask, (path) => ask('POST', `${path}/payment`));
  await expectEventually(async () => (await paid()).status).toBe('pending');
});
