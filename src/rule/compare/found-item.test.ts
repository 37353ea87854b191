import { expect, test } from 'vitest';
import { exchangeOf } from '../item.fixture.js';
import { isFound } from './found-item.js';

test('what a creation made is the kit’s own, what a list showed is not', () => {
  expect(isFound({ made: exchangeOf('POST', 201) })).toBe(false);
  expect(isFound({ made: exchangeOf('GET', 200) })).toBe(true);
});
