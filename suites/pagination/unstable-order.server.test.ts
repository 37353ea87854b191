import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { type Answering, judge, page } from './paged-service.fixture.js';

useSteadyClock();

/** Sorted pages, some of them cut from the reverse order: all items are equal. */
function turning(isTurned: (n: number) => boolean): Answering {
  let n = 0;
  return ({ isSorted = false, ...query }, stored) =>
    page(query, isSorted && isTurned(++n) ? new Map([...stored].reverse()) : stored);
}

test.each<[string, (n: number) => boolean, string]>([
  ['never change', () => false, 'held'],
  ['change on every second page', (n) => n % 2 === 0, 'violated'],
  ['change on every fifth page, so that the next walk may be as it should be', (n) => n % 5 === 1, 'violated'],
  ['changed once', (n) => n === 2, 'held'],
])('places of equal items %s', async (_, isTurned, expected) => {
  const { said, why, stored } = await judge('sorted-pages-show-every-item-once', turning(isTurned), {}, 0, {
    sorting: { name: 'sort', values: ['size', '-size', 'name'] },
  });
  expect([said, stored.size], why).toEqual([expected, 0]);
});
