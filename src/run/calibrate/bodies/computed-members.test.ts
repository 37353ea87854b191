import { expect, test } from 'vitest';
import { MemberComparison } from './computed-members.js';

type Pairs = readonly (readonly [sent: number, shown: number])[];

/** What is known after these were sent, and shown. */
function after(...pairs: Pairs) {
  const compared = new MemberComparison();
  for (const [sent, shown] of pairs) compared.record({ views: sent }, { id: 'a', views: shown });
  return compared;
}

const computedAfter = (...pairs: Pairs) => after(...pairs).listComputed();

test('a member that is always returned with one value is computed, even if the sent value was sometimes equal', () => {
  expect(computedAfter([1, 1], [1, 1], [3, 1], [1, 1], [2, 1], [1, 1])).toEqual(['/views']);
  expect(computedAfter([1, 1], [3, 1], [1, 1])).toEqual(['/views']);
  expect(computedAfter([1, 1], [3, 1])).toEqual([]);
});

test('a number that was always sent with one value is not computed', () => {
  expect(after([1, 1], [1, 1], [1, 1]).isOpen()).toBe(true);
  expect(after([1, 1], [2, 2], [1, 1]).isOpen()).toBe(false);
});

test('a member that is mostly returned as sent is kept', () => {
  expect(computedAfter([1, 1], [2, 2], [3, 1], [3, 3], [3, 1])).toEqual([]);
  expect(computedAfter([1, 1], [2, 2], [3, 4])).toEqual([]);
});

test('a member that is mostly returned with another value is computed', () => {
  expect(computedAfter([1, 1], [2, 5], [3, 6])).toEqual(['/views']);
});
