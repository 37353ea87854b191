import { expect, test } from 'vitest';
import { renderSpread, summarize } from './spread.js';

test.each([
  [[3], { median: 3, least: 3, greatest: 3 }],
  [[5, 1, 3], { median: 3, least: 1, greatest: 5 }],
  [[4, 1, 3, 2], { median: 2.5, least: 1, greatest: 4 }],
])('%j is summed up', (values, spread) => {
  expect(summarize(values)).toEqual(spread);
});

test('nothing cannot be summed up', () => {
  expect(() => summarize([])).toThrow('no measurement');
});

test('a spread is rendered with its digits', () => {
  expect(renderSpread(summarize([0.5, 0.25]), 2)).toBe('0.38 (0.25 to 0.50)');
});
