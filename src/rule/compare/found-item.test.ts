import { expect, test } from 'vitest';
import { createExchangeDouble } from '../item.fixture.js';
import { isFound } from './found-item.js';

test('a created item belongs to the run, a listed one does not', () => {
  expect(isFound({ createdBy: createExchangeDouble('POST', 201) })).toBe(false);
  expect(isFound({ createdBy: createExchangeDouble('GET', 200) })).toBe(true);
});
