import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Exchange } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';
import { type CreationRecord, createCollectionState, getIdPlace, recordIdPlace } from './collection-state.js';
import { Creations } from './creations.js';

test('the member with the id is known once it led to two items by different values', () => {
  const state = createCollectionState();
  recordIdPlace(state, '/version', '1');
  recordIdPlace(state, '/version', '1');
  recordIdPlace(state, '/ref', 'a');
  expect(getIdPlace(state)).toBeUndefined();
  recordIdPlace(state, '/ref', 'b');
  expect(getIdPlace(state)).toBe('/ref');
});

test('each collection has facts of its own', () => {
  const creations = new Creations();
  recordIdPlace(creations.of('orders'), '/ref', 'a');
  recordIdPlace(creations.of('others'), '/ref', 'b');
  expect(['orders', 'others'].map((name) => getIdPlace(creations.of(name)))).toEqual([undefined, undefined]);
});

/** Records that these items were created, one after the other. */
async function create(creations: Creations, collection: string, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const creation = { exchange: {} as Exchange, sent: null, item: { id } };
    await creations.createTracked(collection, async () => ({ n: 1, known: 'by answer', status: 201, creation }));
  }
}

test('ids are reused where the item created right after a removal has the id of the removed one', async () => {
  const creations = new Creations();
  const [orders, others] = [creations.of('orders'), creations.of('others')];
  expect(orders.isReusingIds).toBeUndefined();
  await create(creations, 'orders', '1');
  expect(orders.isReusingIds).toBeUndefined();
  orders.removedId = '1';
  await create(creations, 'others', '1');
  await create(creations, 'orders', '1', '2');
  expect([orders.isReusingIds, others.isReusingIds]).toEqual([true, undefined]);
  others.removedId = '1';
  await create(creations, 'others', '2');
  expect(others.isReusingIds).toBe(false);
});

test('of items created at once, any one shows that ids are reused', async () => {
  const creations = new Creations();
  creations.of('orders').removedId = '1';
  await create(creations, 'orders', '2', '1', '3');
  expect(creations.of('orders').isReusingIds).toBe(true);
});

describe('creations before one of them has succeeded', () => {
  async function createTwo(shows: (creations: Creations) => void) {
    const creations = new Creations(5);
    const begun: boolean[] = [];
    const waiting: (() => void)[] = [];
    const make = async (isOpen: boolean): Promise<CreationRecord> => {
      begun.push(isOpen);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { n: begun.length, known: 'by answer', status: 201 };
    };
    const trial = {
      tryRemoval: async () => {
        shows(creations);
        return true;
      },
      repeatWorking: async () => undefined,
    };
    const all = [1, 2].map(() => creations.createTracked('orders', make, trial));
    await setImmediate();
    const atOnce = [...begun];
    while (begun.length < 2 || waiting.length > 0) {
      waiting.shift()?.();
      await setImmediate();
    }
    await Promise.all(all);
    return atOnce;
  }

  test('begin side by side after a trial with an address and a removal', async () => {
    const shows = (creations: Creations) => {
      creations.of('orders').isAddressed = true;
      creations.recordRemoved('orders');
    };
    expect(await createTwo(shows)).toEqual([false, false]);
  });

  test.each<[string, (creations: Creations) => void]>([
    ['without an address', (creations) => creations.recordRemoved('orders')],
    ['without a removal', (creations) => (creations.of('orders').isAddressed = true)],
  ])('wait for each other after a trial %s', async (_, shows) => {
    expect(await createTwo(shows)).toHaveLength(1);
  });
});

describe('creations that cannot come', () => {
  useSteadyClock();
  const trial = { tryRemoval: async () => false, repeatWorking: async () => undefined };
  const refuse = async (status = 422): Promise<CreationRecord> => ({ n: 7, known: undefined, status });

  test('end the wait of those behind, and more are sent once it is over', async () => {
    const creations = new Creations(5);
    let release = () => {};
    const held = creations.createTracked(
      'orders',
      () =>
        new Promise<CreationRecord>((resolve) => {
          release = () => resolve({ n: 1, known: 'by answer', status: 201 });
        }),
      trial,
    );
    await expect(creations.createTracked('orders', () => refuse(), trial)).rejects.toThrow(InconclusiveError);
    const later = creations.createTracked('orders', () => refuse(), trial);
    release();
    await expect(Promise.all([held, later])).resolves.toHaveLength(2);
  });

  test('are not sent any more after a hundred refusals, and the reason names the last', async () => {
    const creations = new Creations(5);
    for (let i = 0; i < 100; i += 1) await creations.createTracked('orders', () => refuse(), trial);
    await expect(creations.createTracked('orders', () => refuse(), trial)).rejects.toThrow(/422 \(exchange 7\)/);
  });

  test('are counted with the last failure, also where it got no answer', async () => {
    const creations = new Creations(5);
    const getNone = () => Promise.reject(new InconclusiveError('no-answer', 'POST /orders got no answer'));
    await expect(creations.createTracked('orders', getNone, trial)).rejects.toThrow(InconclusiveError);
    expect(creations.of('orders').tally).toEqual({ created: 0, failed: 'POST /orders got no answer' });
  });

  test.each<[string, number]>([
    ['one was accepted', 201],
    ['a limit on requests answers', 429],
  ])('are sent where %s', async (_, status) => {
    const creations = new Creations(500);
    await creations.createTracked('orders', () => refuse(status), trial);
    for (let i = 0; i < 120; i += 1)
      await creations.createTracked('orders', () => refuse(status === 429 ? 429 : 422), trial);
    await expect(creations.createTracked('orders', () => refuse(), trial)).resolves.toMatchObject({ status: 422 });
  });
});

test('items that were not removed yet end creations until one of them is gone', async () => {
  const creations = new Creations(2);
  const trial = { tryRemoval: async () => false, repeatWorking: async () => undefined };
  const make = async (): Promise<CreationRecord> => ({ n: 1, known: 'by answer', status: 201 });
  const create = () => creations.createTracked('orders', make, trial);
  await create();
  await create();
  await expect(create()).rejects.toThrow('could not be removed when the next one was needed');
  creations.recordRemoved('orders');
  await expect(create()).resolves.toMatchObject({ known: 'by answer' });
});

test('content that creates what has no address is sent no more than may be left, but other content is', async () => {
  const creations = new Creations(2);
  await create(creations, 'orders', '1');
  creations.recordRemoved('orders');
  const faulty = (status: number) =>
    creations
      .expectingRefusal('content')
      .createTracked('orders', async (): Promise<CreationRecord> => ({ n: 1, known: 'nowhere', status }));
  for (const status of [200, 200, 200, 201, 201]) await faulty(status);
  await expect(faulty(201)).rejects.toThrow('could not be removed when the next one was needed');
  await expect(create(creations, 'orders', '2')).resolves.toBeUndefined();
});

test('content that should be refused and creates nothing, as the list shows, counts as nothing', async () => {
  const creations = new Creations(2);
  await create(creations, 'orders', '1');
  creations.recordRemoved('orders');
  const faulty = async (): Promise<CreationRecord> => ({ n: 1, known: 'none', status: 201 });
  for (let i = 0; i < 9; i += 1)
    await expect(creations.expectingRefusal('content').createTracked('orders', faulty)).resolves.toBeDefined();
});

test('removals that work when they are tried again are tried again each time', async () => {
  let isWorking = true;
  const creations = new Creations(2, async (name) => {
    if (isWorking) for (const path of ['/orders/1', '/orders/2']) creations.recordAbsent(name, path);
  });
  creations.recordRemoved('orders');
  const make = async (): Promise<CreationRecord> => ({ n: 1, known: 'by answer', status: 201 });
  const leaveTwo = () => {
    for (const path of ['/orders/1', '/orders/2']) creations.recordLeftover('orders', path);
  };
  for (let i = 0; i < 20; i += 1) {
    leaveTwo();
    await expect(creations.createTracked('orders', make)).resolves.toMatchObject({ known: 'by answer' });
  }
  isWorking = false;
  leaveTwo();
  await expect(creations.createTracked('orders', make)).rejects.toThrow('could not be removed');
});

test('removals that still cannot be sent are not tried again for each creation', async () => {
  let tries = 0;
  const creations: Creations = new Creations(3, async (collection) => {
    tries += 1;
    for (let i = 0; i < 3; i += 1) creations.of(collection).unsent += 1;
  });
  await create(creations, 'orders', '1');
  creations.recordRemoved('orders');
  for (let i = 0; i < 3; i += 1) creations.of('orders').unsent += 1;
  for (let i = 0; i < 4; i += 1)
    await expect(create(creations, 'orders', `${i + 2}`)).rejects.toThrow(InconclusiveError);
  expect(tries).toBe(1);
});
