import { expect, test } from 'vitest';
import { createLiveQuota } from './live-quota.js';
import type { LedgerScope } from './scope.js';

const [one, other] = [{} as LedgerScope, {} as LedgerScope];

test('a refusal because of items of others is remembered after their removal', () => {
  let standing = 4;
  const quota = createLiveQuota({ standing: () => standing, passing: () => standing }, 4);
  expect(quota.has(one)).toBe(false);
  standing = 0;
  expect([quota.wasCrowded(one, 2), quota.wasCrowded(one, 4), quota.wasCrowded(other, 0)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a refusal because of a reservation is one because of others', async () => {
  const quota = createLiveQuota({ standing: () => 0, passing: () => 0 }, 4);
  await quota.withReserved(
    other,
    () => 4,
    async () => expect(quota.has(one)).toBe(false),
  );
  expect(quota.wasCrowded(one, 0)).toBe(true);
});
