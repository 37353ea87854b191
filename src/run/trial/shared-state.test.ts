import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Collection } from '../../model/service/subject.js';
import { SharedState } from './shared-state.js';

function createCounted() {
  const log: string[] = [];
  const shared = new SharedState();
  const join = (name: string) =>
    shared.joinParents(name, async () => {
      log.push(`create ${name}`);
      return { ids: { id: `${log.length}` }, remove: async () => void log.push(`remove ${name}`) };
    });
  return { log, shared, join };
}

test('trials under way share items, and the last one removes them', async () => {
  const { log, join } = createCounted();
  const [first, second] = await Promise.all([join('orders'), join('orders')]);
  await first?.leave();
  const third = await join('orders');
  expect([first, second, third].map((one) => one?.ids)).toEqual([{ id: '1' }, { id: '1' }, { id: '1' }]);
  await second?.leave();
  expect(log).toEqual(['create orders']);
  await third?.leave();
  expect(log).toEqual(['create orders', 'remove orders']);
});

test('items of another name, and those of a later trial, are others', async () => {
  const { log, join } = createCounted();
  const first = await join('orders');
  const other = await join('parts');
  await first?.leave();
  await join('orders');
  await other?.leave();
  expect(log).toEqual(['create orders', 'create parts', 'remove orders', 'create orders', 'remove parts']);
});

test('where items cannot be created, the trial that tried rejects, and the others create their own', async () => {
  const { log, shared, join } = createCounted();
  const failing = shared.joinParents('orders', () => Promise.reject(new Error('no')));
  const waiting = join('orders');
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBeUndefined();
  await join('orders');
  expect(log).toEqual(['create orders']);
});

test('an observation is made once for all trials, and anew for one that repeats a case', async () => {
  const shared = new SharedState();
  let count = 0;
  const make = async () => {
    count += 1;
    return count;
  };
  expect(await shared.observe('/orders', 'a@orders', make)).toBe(1);
  expect(await shared.observe('/orders', 'b@orders', make)).toBe(1);
  expect(await shared.observe('/orders', 'a@orders', make)).toBe(2);
});

test('reads wait longer once a collection was slowed down, and never less than a known lag', () => {
  const shared = new SharedState();
  const known = (itemMs: number) =>
    ({ ...createBareCollection('orders'), consistency: { itemMs, listMs: 0 } }) as Collection;
  expect(shared.getReadDelay(known(0), 'usual')).toEqual({ itemMs: 0, listMs: 0 });
  expect(shared.getReadDelay(known(2_000), 'usual')).toEqual({ itemMs: 2_000, listMs: 2_000 });
  shared.slowDown(known(0));
  expect(shared.isSlowed(known(0))).toBe(true);
  expect(shared.getReadDelay(known(0), 'usual')).toEqual({ itemMs: 1_700, listMs: 3_200 });
  expect(shared.getReadDelay(known(2_000), 'settled')).toEqual({ itemMs: 4_000, listMs: 4_000 });
});
