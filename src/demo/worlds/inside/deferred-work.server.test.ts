import { afterEach, describe, expect, test } from 'vitest';
import { advanceClock, closeWorld, type OpenWorld, openWorld, sampleOrder } from './open-world.fixture.js';

let world: OpenWorld;
afterEach(() => closeWorld(world));

const longEnough = 401;

describe.each([
  [1, 'names the order'],
  [2, 'leads to the order'],
])('asynchronous, seed %i', (seed, says) => {
  test(`a creation is accepted, pending for at least 50 ms, then done: its status monitor ${says}`, async () => {
    world = await openWorld('asynchronous', seed);
    const { status, headers, body } = await world.ask('POST', '/orders', sampleOrder);
    expect([status, body.status]).toEqual([202, 'pending']);
    const operation = headers.location ?? '';
    expect(operation).toMatch(/^\/operations\//);
    advanceClock(49);
    const pending = await world.ask('GET', operation);
    expect([pending.status, pending.body.status, pending.headers['retry-after']]).toEqual([200, 'pending', '1']);
    expect((await world.ask('GET', '/orders')).body.items).toEqual([]);
    advanceClock(longEnough);
    const done = await world.ask('GET', operation);
    expect([done.status, done.body.status]).toEqual(seed === 2 ? [303, undefined] : [200, 'succeeded']);
    const path = seed === 2 ? done.headers.location : done.body.resource;
    expect((await world.ask('GET', String(path))).body).toMatchObject(sampleOrder);
    expect((await world.ask('GET', '/orders')).body.items).toMatchObject([sampleOrder]);
  });
});

test('asynchronous: refuses invalid content at once, and creates nothing', async () => {
  world = await openWorld('asynchronous');
  expect((await world.ask('POST', '/orders', { customer: 'Ada' })).status).toBe(422);
  advanceClock(longEnough);
  expect((await world.ask('GET', '/orders')).body.items).toEqual([]);
  expect((await world.ask('GET', '/operations/nothing')).status).toBe(404);
});

test('asynchronous: creates one order for a key, before and after the task is done', async () => {
  world = await openWorld('asynchronous');
  const keyed = () => world.ask('POST', '/orders', sampleOrder, { 'idempotency-key': 'k' });
  const [first, second] = [await keyed(), await keyed()];
  advanceClock(longEnough);
  const third = await keyed();
  expect(new Set([first, second, third].map(({ headers }) => headers.location)).size).toBe(1);
  expect(world.demo.orders()).toBe(1);
});

test('asynchronous: reserves a reference when the creation is accepted', async () => {
  world = await openWorld('asynchronous', 1, 'unique-reference');
  const referring = () => world.ask('POST', '/orders', { ...sampleOrder, reference: 'mine' });
  expect([(await referring()).status, (await referring()).status]).toEqual([202, 409]);
});

test('asynchronous: accepts a PUT that creates, and creates one order when it is repeated', async () => {
  world = await openWorld('asynchronous', 1, 'put-creates');
  const path = '/orders/00000000-0000-4000-8000-000000000000';
  for (const quantity of [1, 2]) expect((await world.ask('PUT', path, { ...sampleOrder, quantity })).status).toBe(202);
  advanceClock(2 * longEnough);
  expect((await world.ask('GET', path)).body).toMatchObject({ quantity: 2 });
  expect((await world.ask('GET', '/orders')).body.items).toHaveLength(1);
});

test('asynchronous: answers 404 for the status monitors of another tenant', async () => {
  world = await openWorld('asynchronous', 1, 'access-bearer');
  const { headers } = await world.ask('POST', '/orders', sampleOrder);
  const operation = headers.location ?? '';
  const other = { authorization: 'Bearer demo-other-6Yp3HcK5' };
  expect((await world.ask('GET', operation, undefined, other)).status).toBe(404);
  expect((await world.ask('GET', operation)).status).toBe(200);
});

test('asynchronous-writes: carries out PUT and DELETE later, in the order of the requests', async () => {
  world = await openWorld('asynchronous-writes', 1, 'created-location-only');
  const path = await world.make();
  const seen = async () => (await world.ask('GET', path)).body.quantity;
  const [one, two] = [
    await world.ask('PUT', path, { ...sampleOrder, quantity: 4 }),
    await world.ask('PUT', path, { ...sampleOrder, quantity: 5 }),
  ];
  expect([one.status, two.status, await seen()]).toEqual([202, 202, 3]);
  advanceClock(2 * longEnough);
  expect(await seen()).toBe(5);
  const removal = await world.ask('DELETE', path);
  expect([removal.status, await seen()]).toEqual([202, 5]);
  advanceClock(longEnough);
  expect((await world.ask('GET', path)).status).toBe(404);
  expect((await world.ask('GET', removal.headers.location ?? '')).body.status).toBe('succeeded');
});

test('asynchronous-writes: reports the failure of a PUT when the order was removed before', async () => {
  world = await openWorld('asynchronous-writes');
  const path = await world.make();
  await world.ask('DELETE', path);
  const write = await world.ask('PUT', path, sampleOrder);
  advanceClock(2 * longEnough);
  expect((await world.ask('GET', write.headers.location ?? '')).body.status).toBe('failed');
  expect((await world.ask('GET', path)).status).toBe(404);
});

test('counts accepted orders as stored', async () => {
  world = await openWorld('asynchronous');
  await world.ask('POST', '/orders', sampleOrder);
  expect(world.demo.orders()).toBe(1);
});

test('reindexing: changes updatedAt and the entity tag again a second after a write', async () => {
  world = await openWorld('reindexing', 1, 'etags');
  const path = await world.make();
  const look = async () => {
    const { body, headers } = await world.ask('GET', path);
    return [body.updatedAt, headers.etag];
  };
  const written = await look();
  advanceClock(999);
  expect(await look()).toEqual(written);
  advanceClock(1);
  const touched = await look();
  expect(touched[0]).toBe('2026-01-01T12:00:01.000Z');
  expect(touched[1]).not.toBe(written[1]);
  advanceClock(60_000);
  expect(await look()).toEqual(touched);
});
