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

test('places of equal items that change with each walk, but not within one, are not called right', async () => {
  let walks = 0;
  const answering: Answering = ({ isSorted = false, ...query }, stored) => {
    if (isSorted && query.offset === 0) walks += 1;
    return page(query, isSorted && walks % 2 === 1 ? new Map([...stored].reverse()) : stored);
  };
  const sorting = { name: 'sort', values: ['size', '-size', 'name'] };
  const { said, why } = await judge('sorted-pages-show-every-item-once', answering, {}, 0, { sorting });
  expect(said, why).toBe('noise');
});

test('pages that move because another client changes items are not judged', async () => {
  let reads = 0;
  const answering: Answering = ({ isSorted = false, ...query }, stored) => {
    if (!stored.has('other')) stored.set('other', { id: 'other', name: 'theirs', size: 0 });
    if (!isSorted) return page(query, stored);
    // The other client changes its item after each first page, so that it comes first: the list is sorted by time of change.
    reads += 1;
    const others = { id: 'other', name: 'theirs', size: reads };
    const all = [...stored].filter(([id]) => id !== 'other').reverse();
    const isFirst = query.offset > 0;
    stored.set('other', others);
    return page(
      query,
      new Map((isFirst ? [['other', others] as const, ...all] : [...all, ['other', others] as const]).reverse()),
    );
  };
  const sorting = { name: 'sort', values: ['-updated'] };
  const { said, why } = await judge('sorted-pages-show-every-item-once', answering, {}, 0, { sorting });
  expect(said, why).not.toBe('violated');
});
