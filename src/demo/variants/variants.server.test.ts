import { afterEach, describe, expect, test } from 'vitest';
import type { RawClient } from '../../../test/support/raw-client.js';
import { createDialectClient } from '../required-fields.fixture.js';
import type { JsonObject } from '../service/http/json.js';
import { type Demo, dialects, startDemo } from '../start-demo.js';

let demo: Demo;
let ask: RawClient;

const order = { customer: 'Ada', quantity: 3 };
const nowhere = '/orders/00000000-0000-4000-8000-000000000000';

async function start(...dialect: readonly string[]) {
  demo = await startDemo({ dialect });
  ask = createDialectClient(demo.url, ...dialect);
  return (await ask('POST', '/orders', order)).headers.location ?? '';
}

afterEach(() => demo.close());

describe.each(dialects.filter(({ service }) => service === undefined))('$name', ({ name }) => {
  test('lets an order be created, read, changed and removed correctly', async () => {
    const path = await start(name);
    const { body } = await ask('GET', path);
    expect(body).toMatchObject(order);
    const condition: Record<string, string> = name === 'if-match-required' ? { 'if-match': '*' } : {};
    expect([200, 204]).toContain((await ask('PUT', path, { ...order, quantity: 4 }, condition)).status);
    expect([200, 204]).toContain((await ask('PATCH', path, { note: 'n' }, condition)).status);
    expect((await ask('GET', path)).body).toMatchObject({ ...order, quantity: 4, note: 'n', id: body.id });
    expect((await ask('DELETE', path, undefined, condition)).status).toBe(204);
    expect([404, 410]).toContain((await ask('GET', path)).status);
    expect(demo.orders()).toBe(0);
  });
});

describe('absent ids', () => {
  test('put-creates creates the order if the id is well-formed', async () => {
    const removed = await start('put-creates');
    await ask('DELETE', removed);
    for (const path of [nowhere, removed]) {
      const made = await ask('PUT', path, order);
      expect([made.status, made.headers.location]).toEqual([201, path]);
      expect((await ask('GET', path)).body).toMatchObject(order);
      expect((await ask('PUT', path, order)).status).toBe(200);
    }
    expect((await ask('PUT', '/orders/x', order)).status).toBe(404);
  });

  test.each([
    ['second-delete-404', 404, 404],
    ['second-delete-204', 204, 404],
    ['second-delete-410', 410, 404],
    ['soft-delete-410', 404, 410],
  ])('%s: a second DELETE answers %i and GET answers %i', async (name, again, gone) => {
    const path = await start(name);
    await ask('DELETE', path);
    expect((await ask('DELETE', path)).status).toBe(again);
    expect((await ask('GET', path)).status).toBe(gone);
    expect((await ask('DELETE', nowhere)).status).toBe(404);
    expect((await ask('GET', nowhere)).status).toBe(404);
  });
});

describe('answers of writes', () => {
  test('created-location-only returns Location without content', async () => {
    await start('created-location-only');
    const { status, headers, text } = await ask('POST', '/orders', order);
    expect([status, headers['content-length'], text]).toEqual([201, '0', '']);
    expect((await ask('GET', headers.location ?? '')).status).toBe(200);
  });

  test('put-204 has no content', async () => {
    const path = await start('put-204');
    for (const method of ['PUT', 'PATCH']) {
      const { status, text } = await ask(method, path, order);
      expect([status, text]).toEqual([204, '']);
    }
  });

  test.each([
    ['ids-uuid', /^\/orders\/[0-9a-f-]{36}$/, 'string'],
    ['ids-integer', /^\/orders\/1$/, 'number'],
    ['ids-prefixed', /^\/orders\/ord_[a-z0-9]{10}$/, 'string'],
  ])('%s', async (name, form, type) => {
    const path = await start(name);
    expect(path).toMatch(form);
    expect(typeof (await ask('GET', path)).body.id).toBe(type);
  });

  test('normalising stores a normalized form of the sent content', async () => {
    await start('normalising');
    const sent = { ...order, customer: '  Zoe\u0301 ', email: 'A@B.Example' };
    expect((await ask('POST', '/orders', sent)).body).toMatchObject({ customer: 'Zo\u00e9', email: 'a@b.example' });
    expect((await ask('POST', '/orders', { ...order, customer: '   ' })).body.customer).toBe('   ');
  });
});

describe('members', () => {
  test('time-in-the-body is on items, lists and entries', async () => {
    const path = await start('time-in-the-body');
    const list = (await ask('GET', '/orders')).body;
    const [entry] = list.items as readonly JsonObject[];
    for (const body of [(await ask('GET', path)).body, list, entry]) {
      expect(body?.serverTime).toMatch(/^\d{4}-.*\.\d{3}Z$/);
      expect(body?.asOf).toMatch(/^\d{4}-.*:\d\dZ$/);
    }
  });

  test('request-id-in-the-body is new in each response', async () => {
    const path = await start('request-id-in-the-body');
    const targets = [path, path, '/orders', '/orders'];
    const seen = await Promise.all(targets.map(async (target) => (await ask('GET', target)).body.requestId));
    expect(new Set(seen).size).toBe(4);
  });

  test('error-member', async () => {
    const path = await start('error-member');
    expect((await ask('GET', path)).body).toMatchObject({ error: 'none', errors: [] });
  });

  test('access-statistics count each GET and no HEAD, which answers as GET would', async () => {
    const path = await start('access-statistics');
    for (let views = 1; views <= 9; views += 1) expect((await ask('GET', path)).body.views).toBe(views);
    const head = await ask('HEAD', path);
    const get = await ask('GET', path);
    expect([get.body.views, get.headers['content-length']]).toEqual([10, head.headers['content-length']]);
  });

  test('version-counter counts each write', async () => {
    const path = await start('version-counter');
    await ask('GET', path);
    await ask('PUT', path, order);
    expect((await ask('PATCH', path, { gift: true })).body.revision).toBe(3);
  });
});

describe('etags', () => {
  const tagOf = async (path: string) => (await ask('GET', path)).headers.etag ?? '';

  test('change exactly when the order changes', async () => {
    const path = await start('etags');
    const first = await tagOf(path);
    expect(first).toMatch(/^"[^"]+"$/);
    expect((await ask('HEAD', path)).headers.etag).toBe(first);
    await ask('PUT', path, order);
    expect(await tagOf(path)).not.toBe(first);
  });

  test('cause 304 for GET and HEAD', async () => {
    const path = await start('etags');
    const headers = { 'if-none-match': `"other", W/${await tagOf(path)}` };
    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers: fields } = await ask(method, path, undefined, headers);
      expect([status, text, fields.etag]).toEqual([304, '', await tagOf(path)]);
    }
    expect((await ask('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('refuse %s with an outdated If-Match', async (method) => {
    const path = await start('etags');
    const before = (await ask('GET', path)).body;
    const content = method === 'DELETE' ? undefined : { ...order, quantity: 9 };
    for (const [field, value] of [
      ['if-match', '"other"'],
      ['if-none-match', '*'],
    ] as const) {
      expect((await ask(method, path, content, { [field]: value })).status).toBe(412);
    }
    expect((await ask('GET', path)).body).toEqual(before);
    expect((await ask(method, path, content, { 'if-match': await tagOf(path) })).status).toBeLessThan(300);
  });

  test('are weak when there are volatile members', async () => {
    expect(await tagOf(await start('etags', 'time-in-the-body'))).toMatch(/^W\//);
  });
});
