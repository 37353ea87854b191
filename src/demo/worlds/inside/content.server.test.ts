import { afterEach, expect, test } from 'vitest';
import { closeWorld, type OpenWorld, openWorld, sampleOrder } from './open-world.fixture.js';

let world: OpenWorld;
afterEach(() => closeWorld(world));

const untidy = {
  customer: '  Adé   LOVELACE ',
  quantity: 3,
  email: 'Ada@Example.ORG',
  price: 2.345678,
  note: '',
  tags: [' Blue', 'blue', 'RED '],
  deliverBy: '2026-03-01T01:30:00.5+02:00',
};

const tidy = {
  customer: 'adé lovelace',
  email: 'ada@example.org',
  price: 2.35,
  note: null,
  tags: ['blue', 'red'],
  deliverBy: '2026-02-28T23:30:00.500Z',
};

test('normalised-values: stores content in one form for all spellings', async () => {
  world = await openWorld('normalised-values');
  const path = await world.make(untidy);
  expect((await world.ask('GET', path)).body).toMatchObject(tidy);
  await world.ask('PUT', path, sampleOrder);
  expect((await world.ask('GET', path)).body).toMatchObject({ customer: 'ada' });
  expect((await world.ask('PUT', path, untidy)).body).toMatchObject(tidy);
  await world.ask('PATCH', path, { price: 1.006 });
  expect((await world.ask('GET', path)).body).toMatchObject({ ...tidy, price: 1.01 });
});

test('normalised-values: stores content unchanged that would become invalid', async () => {
  world = await openWorld('normalised-values');
  const path = await world.make({ customer: ' ', quantity: 3, deliverBy: '9999-12-31T23:30:00-05:00' });
  expect((await world.ask('GET', path)).body).toMatchObject({ customer: ' ', deliverBy: '9999-12-31T23:30:00-05:00' });
});

test.each(['2026-02-30T12:00:00Z', '2026-03-01', '2026-03-01T25:00:00Z', 'soon'])(
  'normalised-values: %s is not an instant',
  async (deliverBy) => {
    world = await openWorld('normalised-values');
    expect((await world.ask('POST', '/orders', { ...sampleOrder, deliverBy })).status).toBe(422);
  },
);

const fillings = { price: 0, gift: false, tags: [], note: 'none given', priority: 'normal' };

test('server-side-defaults: sets omitted members in PUT and POST', async () => {
  world = await openWorld('server-side-defaults');
  const path = await world.make({ ...sampleOrder, price: 5, note: null, gift: true });
  expect((await world.ask('GET', path)).body).toMatchObject({ ...fillings, price: 5, note: null, gift: true });
  await world.ask('PUT', path, sampleOrder);
  expect((await world.ask('GET', path)).body).toMatchObject({ ...sampleOrder, ...fillings });
});
