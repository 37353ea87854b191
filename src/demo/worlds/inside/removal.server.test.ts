import { afterEach, describe, expect, test } from 'vitest';
import { advanceClock, closeWorld, listIds, type OpenWorld, openWorld, sampleOrder } from './open-world.fixture.js';

let world: OpenWorld;
afterEach(() => closeWorld(world));

test('ids-reused-at-once: gives the lowest free number', async () => {
  world = await openWorld('ids-reused-at-once');
  expect([await world.make(), await world.make(), await world.make()]).toEqual(['/orders/1', '/orders/2', '/orders/3']);
  await world.ask('DELETE', '/orders/2');
  await world.ask('DELETE', '/orders/1');
  expect((await world.ask('GET', '/orders/1')).status).toBe(404);
  expect([await world.make(), await world.make(), await world.make()]).toEqual(['/orders/1', '/orders/2', '/orders/4']);
});

describe.each(['tombstones-410', 'tombstones-shown', 'tombstones-listed'])('%s', (name) => {
  const removedAt = '2026-01-01T12:00:05.000Z';

  async function removed(): Promise<string> {
    world = await openWorld(name);
    const path = await world.make();
    advanceClock(5000);
    expect((await world.ask('DELETE', path)).status).toBe(204);
    return path;
  }

  test('GET returns that the order was removed, and when', async () => {
    const path = await removed();
    const { status, body } = await world.ask('GET', path);
    expect(status).toBe(name === 'tombstones-410' ? 410 : 200);
    expect(body).toMatchObject({ deleted: true, deletedAt: removedAt });
  });

  test('a second DELETE purges it', async () => {
    const path = await removed();
    expect((await world.ask('DELETE', path)).status).toBe(204);
    expect((await world.ask('GET', path)).status).toBe(404);
    expect((await world.ask('DELETE', path)).status).toBe(404);
    expect(listIds(await world.ask('GET', '/orders'))).toEqual([]);
  });

  test('a removal with purge leaves no tombstone', async () => {
    world = await openWorld(name);
    const path = await world.make();
    expect((await world.ask('DELETE', `${path}?purge=true`)).status).toBe(204);
    expect((await world.ask('GET', path)).status).toBe(404);
    expect(listIds(await world.ask('GET', '/orders'))).toEqual([]);
  });

  test('writes and actions on it are refused', async () => {
    const path = await removed();
    const refusal = name === 'tombstones-410' ? 410 : 409;
    expect((await world.ask('PUT', path, sampleOrder)).status).toBe(refusal);
    expect((await world.ask('PATCH', path, { quantity: 4 })).status).toBe(refusal);
    expect((await world.ask('POST', `${path}/payment`, {})).status).toBe(refusal);
    expect((await world.ask('GET', path)).body).toMatchObject({ deleted: true, deletedAt: removedAt });
  });

  test('lists contain it only in the world that lists it', async () => {
    const path = await removed();
    const live = await world.make();
    const { body } = await world.ask('GET', '/orders');
    const listed = name === 'tombstones-listed';
    expect(listIds(await world.ask('GET', '/orders')).map((id) => `/orders/${String(id)}`)).toEqual(
      listed ? [path, live] : [live],
    );
    if (listed) expect(body.items).toMatchObject([{ deleted: true, deletedAt: removedAt }, { deleted: false }]);
    expect(world.demo.orders()).toBe(1);
  });
});

test('frees the reference of a tombstone', async () => {
  world = await openWorld('tombstones-shown', 1, 'unique-reference');
  const path = await world.make({ ...sampleOrder, reference: 'mine' });
  expect((await world.ask('POST', '/orders', { ...sampleOrder, reference: 'mine' })).status).toBe(409);
  await world.ask('DELETE', path);
  expect((await world.ask('POST', '/orders', { ...sampleOrder, reference: 'mine' })).status).toBe(201);
});
