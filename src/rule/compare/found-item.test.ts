import { expect, test } from 'vitest';
import { createExchangeDouble } from '../item.fixture.js';
import { isFound } from './found-item.js';

test('what a creation made is the kit’s own, what a list showed is not', () => {
  expect(isFound({ createdBy: createExchangeDouble('POST', 201) })).toBe(false);
  expect(isFound({ createdBy: createExchangeDouble('GET', 200) })).toBe(true);
});
