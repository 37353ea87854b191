import { expect, test } from 'vitest';
import { createSharedParents } from './shared-parents.js';

function createCounted() {
  const log: string[] = [];
  const shared = createSharedParents();
  const join = (name: string) =>
    shared.join(name, async () => {
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
  const failing = shared.join('orders', () => Promise.reject(new Error('no')));
  const waiting = join('orders');
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBeUndefined();
  await join('orders');
  expect(log).toEqual(['create orders']);
});
