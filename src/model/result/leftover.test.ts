import { expect, test } from 'vitest';
import { describeExtent, describeLeftovers } from './leftover.js';

test('says how many items exist, and how many may exist', () => {
  const possible = { mayExist: true } as const;
  expect(describeLeftovers([])).toBeUndefined();
  expect(describeLeftovers([{}])).toBe('1 created item was not removed');
  expect(describeLeftovers([{}, { count: 3 }])).toBe('4 created items were not removed');
  expect(describeLeftovers([{ ...possible, count: 2 }])).toBe('2 created items may exist');
  expect(describeLeftovers([{}, possible])).toBe('1 created item was not removed, and 1 more may exist');
});

test('says what one leftover stands for', () => {
  const all = [{}, { count: 2 }, { mayExist: true }, { count: 3, mayExist: true }] as const;
  expect(all.map(describeExtent)).toEqual(['', '2 items', 'may exist', '3 items that may exist']);
});
