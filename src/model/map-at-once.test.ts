import { expect, test } from 'vitest';
import { mapAtOnce } from './map-at-once.js';

/** A promise and what settles it. */
function createGate() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('results are in the order of the values, and at most so many are under way', async () => {
  const gates = [createGate(), createGate(), createGate()];
  let underWay = 0;
  let most = 0;
  const mapped = mapAtOnce(gates, 2, async ({ promise }, index) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await promise;
    underWay -= 1;
    return index * 10;
  });
  for (const { resolve } of [...gates].reverse()) resolve();
  expect([await mapped, most]).toEqual([[0, 10, 20], 2]);
});

test('after an error no more are begun, and it rejects when all that was under way is done', async () => {
  const gate = createGate();
  const begun: number[] = [];
  let isSettled = false;
  const mapped = mapAtOnce([0, 1, 2, 3], 2, async (value) => {
    begun.push(value);
    if (value === 0) throw new Error('first');
    await gate.promise;
  }).finally(() => {
    isSettled = true;
  });
  mapped.catch(() => undefined);
  await new Promise((done) => setImmediate(done));
  expect([begun, isSettled]).toEqual([[0, 1], false]);
  gate.resolve();
  await expect(mapped).rejects.toThrow('first');
});
