import { expect, test } from 'vitest';
import { fitLine } from './fit.js';

test('a line is found again', () => {
  const { base, each, explained } = fitLine([10, 100, 1_000].map((count) => [count, 3 + 2 * count]));
  expect([base, each, explained].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, 2, 1]);
});

test('a square is no line', () => {
  expect(fitLine([10, 100, 1_000].map((count) => [count, count ** 2])).explained).toBeLessThan(0.95);
});

test('one count has no line', () => {
  expect(() =>
    fitLine([
      [10, 1],
      [10, 2],
    ]),
  ).toThrow('two counts');
});
