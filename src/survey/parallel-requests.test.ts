import { expect, it } from 'vitest';
import { mapConcurrently, maxInFlight } from './parallel-requests.js';

it.each([
  [2, 2],
  [undefined, maxInFlight],
])('runs a few at the same time (%s), and keeps the order', async (most, expected) => {
  let now = 0;
  let greatest = 0;
  const work = async (one: number) => {
    now += 1;
    greatest = Math.max(greatest, now);
    for (let turns = 20 - one; turns > 0; turns -= 1) await Promise.resolve();
    now -= 1;
    return one * 10;
  };
  const all = Array.from({ length: 20 }, (_, n) => n);
  expect(await mapConcurrently(all, work, most)).toEqual(all.map((one) => one * 10));
  expect(greatest).toBe(expected);
});

it('returns an empty list for no inputs, and rejects after a failure', async () => {
  expect(await mapConcurrently([], async () => 1)).toEqual([]);
  await expect(mapConcurrently([1], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
