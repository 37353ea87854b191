import { afterEach, describe, expect, test } from 'vitest';
import { dialects } from '../../variants/variants.js';
import { insideWorlds } from './inside.js';
import { advanceClock, closeWorld, listIds, type OpenWorld, openWorld, sampleOrder } from './open-world.fixture.js';

let world: OpenWorld;
afterEach(() => closeWorld(world));

// The client of these tests has one format of keys.
const others = dialects.filter(
  ({ axis, isDefault, service }) => !isDefault && service === undefined && axis !== 'key-carrier',
);
const lastOfEach = [...new Map(others.map(({ axis, name }) => [axis, name])).values()];
const firstOfEach = [...new Map([...others].reverse().map(({ axis, name }) => [axis, name])).values()];

describe.each(insideWorlds)('$name', ({ name, sets = {} }) => {
  test.each([
    ['first', firstOfEach],
    ['last', lastOfEach],
  ])(
    'lets an order be created, read, changed and removed correctly with the %s choice on every axis',
    async (_, chosen) => {
      world = await openWorld(name, 1, ...chosen);
      const sent = { ...sampleOrder, reference: 'mine' };
      const { status } = await world.ask('POST', '/orders', sent);
      expect(status).toBe(sets.areCreationsDelayed ? 202 : 201);
      advanceClock(500);
      const [id] = listIds(await world.ask('GET', '/orders'));
      const path = `/orders/${String(id).toLowerCase()}`;
      expect((await world.ask('GET', path)).status).toBe(200);
      expect([200, 202, 204]).toContain((await world.ask('PUT', path, { ...sent, quantity: 4 })).status);
      advanceClock(500);
      expect((await world.ask('GET', path)).body.quantity).toBe(4);
      expect([202, 204]).toContain((await world.ask('DELETE', path)).status);
      advanceClock(500);
      expect(world.demo.orders()).toBe(0);
    },
  );
});
