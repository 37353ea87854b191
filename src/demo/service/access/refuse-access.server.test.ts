import { afterEach, describe, expect, test } from 'vitest';
import { createRawClient } from '../../../../test/support/raw-client.js';
import { startWithRoles } from '../../required-fields.fixture.js';
import type { Json } from '../http/json.js';
import type { Role } from './caller.js';
import { createCredentialFields, createDemoCredentials } from './callers.js';

const order = { customer: 'Ada', quantity: 3 };
const schemes = ['bearer', 'basic', 'api-key', 'query-key'] as const;

let open: Awaited<ReturnType<typeof startWithRoles>>;

afterEach(() => open.demo.close());

async function start(...dialect: readonly string[]) {
  open = await startWithRoles(...dialect);
  const made = await open.as('full')('POST', '/orders', order);
  return made.headers.location ?? '';
}

/** Every method on an order, with valid content. */
const touches = (path: string): readonly (readonly [string, string, Json?])[] => [
  ['GET', path],
  ['HEAD', path],
  ['PUT', path, order],
  ['PATCH', path, { note: 'n' }],
  ['POST', `${path}/cancellation`, { reason: 'r' }],
  ['GET', `${path}/cancellation`],
  ['DELETE', path],
];

describe.each(schemes)('access-%s', (scheme) => {
  test('answers 401 with a challenge to an unknown caller, before any other check', async () => {
    const path = await start(`access-${scheme}`);
    const before = await open.as('full')('GET', path);
    const madeUp = Object.fromEntries(
      Object.entries(createDemoCredentials(scheme).full).map(([name, value]) => [
        name,
        ['header', 'query'].includes(name) ? value : `${value}x`,
      ]),
    );
    const wrong = createRawClient(open.demo.url, createCredentialFields(madeUp as never));
    const all = [...touches(path), ['GET', '/orders'], ['POST', '/orders', '{"broken'], ['LOCK', path]] as const;
    for (const ask of [open.anonymous, wrong, open.as('expired')]) {
      for (const [method, target, content] of all) {
        const { status, headers } = await ask(method, target, content);
        expect([method, target, status]).toEqual([method, target, 401]);
        expect(headers['www-authenticate']).toMatch(/^(Bearer|Basic|ApiKey) realm="orders"/);
      }
    }
    expect((await open.as('full')('GET', path)).body).toEqual(before.body);
    expect(open.demo.orders()).toBe(1);
  });

  test('requires no credentials for the directory and the document, and answers 404 to unknown paths', async () => {
    await start(`access-${scheme}`);
    const statuses = ['/', '/openapi.json', '/nowhere'].map(async (path) => (await open.anonymous('GET', path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
  });

  test('documents the scheme and the public paths', async () => {
    await start(`access-${scheme}`);
    const { components, paths } = JSON.parse((await open.anonymous('GET', '/openapi.json')).text);
    expect(components.securitySchemes.caller.type).toMatch(/^(http|apiKey)$/);
    expect([paths['/'].get.security, paths['/orders'].post.security]).toEqual([[], undefined]);
    expect(Object.keys(paths['/orders'].post.responses)).toEqual(expect.arrayContaining(['401', '403']));
    expect(paths['/'].get.responses).not.toHaveProperty('401');
  });
});

describe('the limited caller', () => {
  test('may read the orders of its tenant, and write none', async () => {
    const path = await start('access-bearer');
    const limited = open.as('limited');
    for (const [method, target, content] of touches(path)) {
      const isRead = method === 'GET' || method === 'HEAD';
      const expected = isRead ? (target === path ? 200 : 404) : 403;
      expect([method, target, (await limited(method, target, content)).status]).toEqual([method, target, expected]);
    }
    expect((await limited('POST', '/orders', order)).status).toBe(403);
    expect((await limited('GET', '/orders')).body.items).toHaveLength(1);
    expect((await limited('GET', path)).body).toMatchObject({ status: 'pending' });
  });
});

describe('the other tenant', () => {
  test.each<[readonly string[], number]>([
    [['access-bearer'], 403],
    [['access-bearer', 'hides-existence'], 404],
  ])('cannot read the orders of the first tenant with %j: %i', async (dialect, status) => {
    const path = await start(...dialect);
    const other = open.as('otherTenant');
    for (const [method, target, content] of touches(path)) {
      expect([method, target, (await other(method, target, content)).status]).toEqual([method, target, status]);
    }
    expect((await other('GET', '/orders')).body.items).toEqual([]);
    expect((await open.as('full')('GET', path)).body).toMatchObject({ ...order, status: 'pending' });
  });

  test('has its own orders and keys', async () => {
    await start('access-bearer', 'pagination-offset');
    const key = { 'idempotency-key': 'same' };
    const post = async (role: Role) => (await open.as(role)('POST', '/orders', order, key)).body.id;
    const [mine, theirs] = [await post('full'), await post('otherTenant')];
    expect(theirs).not.toBe(mine);
    expect((await open.as('otherTenant')('GET', '/orders')).body).toMatchObject({ total: 1, data: [{ id: theirs }] });
    expect((await open.as('otherTenant')('DELETE', `/orders/${theirs}`)).status).toBe(204);
    expect(open.demo.orders()).toBe(2);
  });

  test('gets no id that another tenant uses', async () => {
    const path = await start('access-bearer', 'ids-integer');
    const theirs = (await open.as('otherTenant')('POST', '/orders', order)).headers.location;
    expect([path, theirs]).toEqual(['/orders/1', '/orders/2']);
  });

  test('creates nothing with PUT at the id of another tenant', async () => {
    const path = await start('access-bearer', 'put-creates', 'hides-existence');
    expect((await open.as('otherTenant')('PUT', path, { ...order, quantity: 9 })).status).toBe(404);
    expect((await open.as('full')('GET', path)).body.quantity).toBe(3);
    expect(open.demo.orders()).toBe(1);
  });
});
