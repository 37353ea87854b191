import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRawClient, type RawClient } from '../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../start-demo.js';
import type { Json, JsonObject } from './http/json.js';

let demo: Demo;
let ask: RawClient;

beforeAll(async () => {
  demo = await startDemo();
  ask = createRawClient(demo.url);
});

afterAll(() => demo.close());

const order = { customer: 'Ada', quantity: 3 };
const address = { street: 'S', city: 'C', zip: '12345' };
const nowhere = '/orders/00000000-0000-4000-8000-000000000000';
const mergePatch = { 'content-type': 'application/merge-patch+json' };

const make = async (content: JsonObject = order) => `/orders/${(await ask('POST', '/orders', content)).body.id}`;

describe('an order', () => {
  test('is created, readable at its Location, and has the sent members', async () => {
    const sent = { ...order, email: 'a@b.example', price: 1.5, note: null, tags: [], gift: false, address };
    const { status, headers, body } = await ask('POST', '/orders', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...sent, priority: 'normal', status: 'pending' });
    expect((await ask('GET', headers.location ?? '')).body).toEqual(body);
  });

  test('is replaced as a whole', async () => {
    const path = await make({ ...order, note: 'n', priority: 'high' });
    const { status, body } = await ask('PUT', path, { customer: 'Eve', quantity: 4 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ customer: 'Eve', quantity: 4, priority: 'normal' });
    expect(body).not.toHaveProperty('note');
    expect((await ask('GET', path)).body).toEqual(body);
  });

  test('may be sent back unchanged', async () => {
    const path = await make();
    const { body } = await ask('GET', path);
    const reply = await ask('PUT', path, { ...body, id: 'other', status: 7 });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...body, updatedAt: reply.body.updatedAt });
  });

  test('is patched as in RFC 7396', async () => {
    const path = await make({ ...order, note: 'n', address });
    const { status, body } = await ask(
      'PATCH',
      path,
      { note: null, quantity: 9, address: { zip: '54321' } },
      mergePatch,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ customer: 'Ada', quantity: 9, address: { ...address, zip: '54321' } });
    expect(body).not.toHaveProperty('note');
    expect((await ask('PATCH', path, { gift: true })).body.gift).toBe(true);
  });

  test('is removed once', async () => {
    const path = await make();
    const before = demo.orders();
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(demo.orders()).toBe(before - 1);
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('GET', path)).status).toBe(404);
  });
});

describe('a refusal', () => {
  test.each<[string, string, Json]>([
    ['POST', '/orders', { customer: 'Ada', quantity: 0 }],
    ['POST', '/orders', [order]],
    ['POST', '/orders', { ...order, colour: 'red' }],
  ])('of %s %s with %j is 422 and creates nothing', async (method, path, content) => {
    const before = demo.orders();
    const { status, headers, body } = await ask(method, path, content);
    expect([status, headers['content-type'], body.status]).toEqual([422, 'application/problem+json', 422]);
    expect(demo.orders()).toBe(before);
  });

  test('names the problem', async () => {
    const { body } = await ask('POST', '/orders', { customer: '', address: { ...address, zip: 'x' } });
    const errors = body.errors as readonly { pointer: string }[];
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/quantity', '/customer', '/address/zip']);
  });

  test.each(['PUT', 'PATCH'])('of %s leaves the order unchanged', async (method) => {
    const path = await make({ ...order, tags: ['a'] });
    const { body } = await ask('GET', path);
    expect((await ask(method, path, { customer: 'Eve', quantity: 1001 })).status).toBe(422);
    expect((await ask(method, path, '{"customer":')).status).toBe(400);
    expect((await ask(method, path, 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask('GET', path)).body).toEqual(body);
  });

  test('of a patch that removes a required member is 422', async () => {
    expect((await ask('PATCH', await make(), { customer: null }, mergePatch)).status).toBe(422);
  });

  test('of a media type lists the accepted ones', async () => {
    const path = await make();
    const typed = { 'content-type': 'application/xml' };
    const patched = await ask('PATCH', path, '<a/>', typed);
    const posted = await ask('POST', '/orders', '<a/>', typed);
    expect([patched.status, patched.headers['accept-patch']]).toEqual([
      415,
      'application/merge-patch+json, application/json',
    ]);
    expect([posted.status, posted.headers.accept]).toEqual([415, 'application/json']);
  });
});

describe('a missing resource', () => {
  test.each([
    ['GET', nowhere],
    ['HEAD', nowhere],
    ['PUT', nowhere],
    ['PATCH', nowhere],
    ['DELETE', nowhere],
    ['GET', '/orders/%zz'],
    ['GET', '/orders/'],
    ['GET', '/nowhere'],
    ['GET', `${nowhere}/cancellation`],
    ['POST', `${nowhere}/cancellation`],
    ['POST', `${nowhere}/approval`],
  ])('%s %s answers 404', async (method, path) => {
    const content = method === 'POST' || method.startsWith('P') ? { ...order, reason: 'r' } : undefined;
    expect((await ask(method, path, content)).status).toBe(404);
  });

  test('unsupported methods answer 405 with Allow', async () => {
    const reply = await ask('DELETE', '/orders');
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    const { status, headers } = await ask('OPTIONS', await make());
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS']);
  });
});

describe('an action', () => {
  test('cancels a pending order once, and leaves a record', async () => {
    const path = await make();
    expect((await ask('GET', `${path}/cancellation`)).status).toBe(404);
    const { status, headers, body } = await ask('POST', `${path}/cancellation`, { reason: 'late', author: 'Eve' });
    expect([status, headers.location]).toEqual([201, `${path}/cancellation`]);
    expect(body).toMatchObject({ reason: 'late', author: 'Eve', id: expect.any(String), date: expect.any(String) });
    expect((await ask('GET', `${path}/cancellation`)).body).toEqual(body);
    expect((await ask('GET', path)).body.status).toBe('cancelled');
    expect((await ask('POST', `${path}/cancellation`, { reason: 'again' })).status).toBe(409);
    expect((await ask('POST', `${path}/payment`)).status).toBe(409);
  });

  test('is linked in the right states of the order', async () => {
    const path = await make();
    const offers = async () => Object.keys((await ask('GET', path)).body.links as JsonObject);
    expect(await offers()).toEqual(['self', 'cancellation', 'payment']);
    expect((await ask('POST', `${path}/refund`)).status).toBe(409);
    expect((await ask('POST', `${path}/payment`)).status).toBe(201);
    expect(await offers()).toEqual(['self', 'refund']);
    expect((await ask('POST', `${path}/cancellation`, { reason: 'late' })).status).toBe(409);
    expect((await ask('POST', `${path}/refund`, {})).status).toBe(201);
    expect(await offers()).toEqual(['self']);
  });

  test.each([{}, { reason: '' }, { reason: 'r', by: 'x' }])('is refused with %j', async (content) => {
    const path = await make();
    expect((await ask('POST', `${path}/cancellation`, content)).status).toBe(422);
    expect((await ask('GET', path)).body.status).toBe('pending');
  });
});
