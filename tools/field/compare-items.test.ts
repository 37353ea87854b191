import { expect, test } from 'vitest';
import { compareItems } from './compare-items.js';

test.each([
  ['the same items in another order', [[{ id: 1 }, { id: 2 }]], [[{ id: 2 }, { id: 1 }]], 0, 0],
  ['the same members in another order', [[{ id: 1, name: 'a' }]], [[{ name: 'a', id: 1 }]], 0, 0],
  ['an item more', [[{ id: 1 }]], [[{ id: 1 }, { id: 2 }]], 1, 0],
  ['an item less, of two that are equal', [[{ a: 1 }, { a: 1 }]], [[{ a: 1 }]], 0, 1],
  ['a changed item', [[{ id: 1, name: 'a' }]], [[{ id: 1, name: 'b' }]], 1, 1],
  ['a list in an envelope', [{ data: [{ id: 1 }], total: 1 }], [{ data: [{ id: 1 }, { id: 2 }], total: 2 }], 1, 0],
  ['a changed member within an item', [[{ id: 1, tags: ['a'] }]], [[{ id: 1, tags: ['b'] }]], 1, 1],
  ['two lists', [[{ id: 1 }], [{ id: 1 }]], [[{ id: 1 }], []], 0, 1],
  ['no list', [{ name: 'a' }], [{ name: 'b' }], 1, 1],
])('%s', (_, before, after, added, lost) => {
  expect(compareItems(before, after)).toEqual({ added, lost });
});
