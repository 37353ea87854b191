import { afterEach, describe, expect, test } from 'vitest';
import { type Opened, opened, order, passing, shut } from './open-world.fixture.js';

let world: Opened;
afterEach(() => shut(world));

const longEnough = 401;

describe.each([
  [1, 'names the order'],
  [2, 'leads to the order'],
])('asynchronous, seed %i', (seed, says) => {
  test(`a creation is accepted, pending for at least 50 ms, then done: its operation ${says}`, async () => {
    world = await opened('asynchronous', seed);
    const { status, headers, body } = await world.ask('POST', '/orders', order);
    expect([status, body.status]).toEqual([202, 'pending']);
    const operation = headers.location ?? '';
    expect(operation).toMatch(/^\/operations\//);
    passing(49);
    const pending = await world.ask('GET', operation);
    expect([pending.status, pending.body.status, pending.headers['retry-after']]).toEqual([200, 'pending', '1']);
    expect((await world.ask('GET', '/orders')).body.items).toEqual([]);
    passing(longEnough);
    const done = await world.ask('GET', operation);
    expect([done.status, done.body.status]).toEqual(seed === 2 ? [303, undefined] : [200, 'succeeded']);
    const path = seed === 2 ? done.headers.location : done.body.resource;
    expect((await world.ask('GET', String(path))).body).toMatchObject(order);
    expect((await world.ask('GET', '/orders')).body.items).toMatchObject([order]);
  });
});

test('asynchronous: what is wrong is refused at once, and makes nothing', async () => {
  world = await opened('asynchronous');
  expect((await world.ask('POST', '/orders', { customer: 'Ada' })).status).toBe(422);
  passing(longEnough);
  expect((await world.ask('GET', '/orders')).body.items).toEqual([]);
  expect((await world.ask('GET', '/operations/nothing')).status).toBe(404);
});

test('asynchronous: a key makes one order, before and after it is done', async () => {
  world = await opened('asynchronous');
  const keyed = () => world.ask('POST', '/orders', order, { 'idempotency-key': 'k' });
  const [first, second] = [await keyed(), await keyed()];
  passing(longEnough);
  const third = await keyed();
  expect(new Set([first, second, third].map(({ headers }) => headers.location)).size).toBe(1);
  expect(world.demo.orders()).toBe(1);
});

test('asynchronous: a reference is taken as soon as it is accepted', async () => {
  world = await opened('asynchronous', 1, 'unique-reference');
  const referring = () => world.ask('POST', '/orders', { ...order, reference: 'mine' });
  expect([(await referring()).status, (await referring()).status]).toEqual([202, 409]);
});

test('asynchronous: PUT that creates is accepted, and makes one order though it comes twice', async () => {
  world = await opened('asynchronous', 1, 'put-creates');
  const path = '/orders/00000000-0000-4000-8000-000000000000';
  for (const quantity of [1, 2]) expect((await world.ask('PUT', path, { ...order, quantity })).status).toBe(202);
  passing(2 * longEnough);
  expect((await world.ask('GET', path)).body).toMatchObject({ quantity: 2 });
  expect((await world.ask('GET', '/orders')).body.items).toHaveLength(1);
});

test('asynchronous: operations of another tenant are not there', async () => {
  world = await opened('asynchronous', 1, 'access-bearer');
  const { headers } = await world.ask('POST', '/orders', order);
  const operation = headers.location ?? '';
  const other = { authorization: 'Bearer demo-other-6Yp3HcK5' };
  expect((await world.ask('GET', operation, undefined, other)).status).toBe(404);
  expect((await world.ask('GET', operation)).status).toBe(200);
});

test('asynchronous-writes: PUT and DELETE are done later, in the order in which they came', async () => {
  world = await opened('asynchronous-writes', 1, 'created-location-only');
  const path = await world.make();
  const seen = async () => (await world.ask('GET', path)).body.quantity;
  const [one, two] = [
    await world.ask('PUT', path, { ...order, quantity: 4 }),
    await world.ask('PUT', path, { ...order, quantity: 5 }),
  ];
  expect([one.status, two.status, await seen()]).toEqual([202, 202, 3]);
  passing(2 * longEnough);
  expect(await seen()).toBe(5);
  const removal = await world.ask('DELETE', path);
  expect([removal.status, await seen()]).toEqual([202, 5]);
  passing(longEnough);
  expect((await world.ask('GET', path)).status).toBe(404);
  expect((await world.ask('GET', removal.headers.location ?? '')).body.status).toBe('succeeded');
});

test('asynchronous-writes: PUT of what was removed meanwhile has failed', async () => {
  world = await opened('asynchronous-writes');
  const path = await world.make();
  await world.ask('DELETE', path);
  const write = await world.ask('PUT', path, order);
  passing(2 * longEnough);
  expect((await world.ask('GET', write.headers.location ?? '')).body.status).toBe('failed');
  expect((await world.ask('GET', path)).status).toBe(404);
});

test('what is accepted counts as stored when orders are counted', async () => {
  world = await opened('asynchronous');
  await world.ask('POST', '/orders', order);
  expect(world.demo.orders()).toBe(1);
});

test('reindexing: updatedAt and the validator move once more, a second after the write', async () => {
  world = await opened('reindexing', 1, 'etags');
  const path = await world.make();
  const look = async () => {
    const { body, headers } = await world.ask('GET', path);
    return [body.updatedAt, headers.etag];
  };
  const written = await look();
  passing(999);
  expect(await look()).toEqual(written);
  passing(1);
  const touched = await look();
  expect(touched[0]).toBe('2026-01-01T12:00:01.000Z');
  expect(touched[1]).not.toBe(written[1]);
  passing(60_000);
  expect(await look()).toEqual(touched);
});
