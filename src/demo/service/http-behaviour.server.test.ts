import { afterEach, describe, expect, test } from 'vitest';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { startWithRoles } from '../required-fields.fixture.js';

const order = { customer: 'Ada', quantity: 3 };

let open: Awaited<ReturnType<typeof startWithRoles>>;
let ask: RawClient;

afterEach(() => open.demo.close());

async function start(...dialect: readonly string[]) {
  open = await startWithRoles(...dialect);
  ask = createRawClient(open.demo.url);
  return (await ask('POST', '/orders', order)).headers.location ?? '';
}

describe('caching', () => {
  test('weak-etags never match If-Match, but GET answers 304', async () => {
    const path = await start('weak-etags');
    const tag = (await ask('GET', path)).headers.etag ?? '';
    expect(tag).toMatch(/^W\/"/);
    expect((await ask('PUT', path, order, { 'if-match': tag })).status).toBe(412);
    for (const known of [tag, tag.slice(2)]) {
      expect((await ask('GET', path, undefined, { 'if-none-match': known })).status).toBe(304);
    }
    await ask('PUT', path, order);
    expect((await ask('GET', path, undefined, { 'if-none-match': tag })).status).toBe(200);
  });

  test.each([[[]], [['etags']]])('fresh-for-30-seconds with %j is sent with GET, HEAD and 304', async (more) => {
    const path = await start('fresh-for-30-seconds', ...more);
    const get = await ask('GET', path);
    const known = get.headers.etag ?? '"none"';
    const replies = [get, await ask('HEAD', path), await ask('GET', path, undefined, { 'if-none-match': known })];
    expect(replies.map(({ headers }) => headers['cache-control'])).toEqual(['max-age=30', 'max-age=30', 'max-age=30']);
    expect(replies[2]?.status).toBe(more.length > 0 ? 304 : 200);
    expect((await ask('GET', '/orders')).headers).not.toHaveProperty('cache-control');
  });
});

describe('unique-reference', () => {
  const named = (reference: string) => ({ ...order, reference });

  test.each([
    [[], 409],
    [['conflict-422'], 422],
  ])('with %j: a taken reference answers %i and changes nothing', async (more, status) => {
    const path = await start('unique-reference', ...more);
    const holder = await ask('POST', '/orders', named('a'));
    expect([holder.status, holder.body.reference]).toEqual([201, 'a']);
    expect((await ask('POST', '/orders', named('a'))).status).toBe(status);
    for (const method of ['PUT', 'PATCH']) expect((await ask(method, path, named('a'))).status).toBe(status);
    expect((await ask('GET', path)).body).not.toHaveProperty('reference');
    expect((await ask('PUT', holder.headers.location ?? '', named('a'))).status).toBe(200);
    expect(open.demo.orders()).toBe(2);
  });

  test('is free again when its order has another one or was removed', async () => {
    await start('unique-reference');
    const first = (await ask('POST', '/orders', named('a'))).headers.location ?? '';
    await ask('PATCH', first, { reference: 'b' });
    const second = await ask('POST', '/orders', named('a'));
    expect(second.status).toBe(201);
    expect((await ask('PATCH', first, { reference: 'a' })).status).toBe(409);
    await ask('DELETE', second.headers.location ?? '');
    expect((await ask('PATCH', first, { reference: 'a' })).status).toBe(200);
    await ask('PATCH', first, { reference: null });
    expect((await ask('POST', '/orders', named('a'))).status).toBe(201);
  });

  test('has 1 to 60 characters, and does not exist in other dialects', async () => {
    await start('unique-reference');
    for (const wrong of ['', 'x'.repeat(61), 7]) {
      expect((await ask('POST', '/orders', { ...order, reference: wrong })).status).toBe(422);
    }
    await open.demo.close();
    await start();
    expect((await ask('POST', '/orders', named('a'))).status).toBe(422);
  });
});

describe('two-versions', () => {
  test('answers the same below both base paths, and announces the end of the old one', async () => {
    const path = await start('two-versions');
    const [plain, old, next] = [await ask('GET', path), await ask('GET', `/v1${path}`), await ask('GET', `/v2${path}`)];
    expect([old.text, next.text]).toEqual([plain.text, plain.text]);
    const [since, until] = [Number(old.headers.deprecation?.slice(1)) * 1000, Date.parse(old.headers.sunset ?? '')];
    expect(old.headers.deprecation).toMatch(/^@[0-9]+$/);
    expect(since).toBeLessThan(until);
    expect(next.headers).not.toHaveProperty('deprecation');
    expect(plain.headers).not.toHaveProperty('sunset');
    for (const target of ['/v1', '/v1/', '/v2', '/v1/openapi.json', '/v2/orders']) {
      expect([target, (await ask('GET', target)).status]).toEqual([target, 200]);
    }
    const failed = await ask('GET', '/v1/nowhere');
    expect([failed.status, failed.headers.deprecation]).toEqual([404, old.headers.deprecation]);
    expect((await ask('GET', '/v10/orders')).status).toBe(404);
  });

  test('share orders and keys', async () => {
    await start('two-versions');
    const key = { 'idempotency-key': 'k' };
    const [one, other] = [await ask('POST', '/v1/orders', order, key), await ask('POST', '/v2/orders', order, key)];
    expect([one.body.id, open.demo.orders()]).toEqual([other.body.id, 2]);
  });

  test('do not exist without the dialect', async () => {
    await start();
    expect((await ask('GET', '/v1/orders')).status).toBe(404);
  });
});

describe('links', () => {
  const offers = async (path: string, read: (reply: Awaited<ReturnType<RawClient>>) => readonly string[]) => {
    const seen = [read(await ask('GET', path))];
    await ask('POST', `${path}/payment`);
    return [...seen, read(await ask('GET', path))];
  };

  test('links-hal wraps each target', async () => {
    const path = await start('links-hal');
    const read = ({ body }: Awaited<ReturnType<RawClient>>) =>
      Object.entries(body._links ?? {}).map(([name, { href }]) => `${name} ${href}`);
    expect(await offers(path, read)).toEqual([
      [`self ${path}`, `cancellation ${path}/cancellation`, `payment ${path}/payment`],
      [`self ${path}`, `refund ${path}/refund`],
    ]);
    expect((await ask('GET', path)).body).not.toHaveProperty('links');
  });

  test('links-header sends them only with GET and HEAD of an order', async () => {
    const path = await start('links-header');
    const read = ({ headers }: Awaited<ReturnType<RawClient>>) => (headers.link ?? '').split(', ');
    expect(await offers(path, read)).toEqual([
      [`<${path}>; rel="self"`, `<${path}/cancellation>; rel="cancellation"`, `<${path}/payment>; rel="payment"`],
      [`<${path}>; rel="self"`, `<${path}/refund>; rel="refund"`],
    ]);
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    expect([head.headers.link, get.body.links, get.body._links]).toEqual([get.headers.link, undefined, undefined]);
  });

  test('links-none has none', async () => {
    const path = await start('links-none');
    const { body, headers } = await ask('GET', path);
    expect([body.links, body._links, headers.link]).toEqual([undefined, undefined, undefined]);
  });
});
