import { describe, expect, test, vi } from 'vitest';
import { checkWorld } from './check-world.js';

vi.setConfig({ maxConcurrency: 12 });

/** Faults that a world once hid, beside some that each kind of world makes hard to see; `npm run worlds` tries all of them everywhere. */
describe.concurrent('a fault is found in difficult circumstances, too', () => {
  test.each([
    ['asynchronous', 'concurrent-claims-of-a-reference-both-succeed'],
    ['asynchronous', 'taken-reference-is-accepted-by-post'],
    ['shared-cache', 'get-bumps-a-counter'],
    ['shared-cache', 'head-sends-content'],
    ['shared-cache', 'if-none-match-is-ignored'],
    ['shared-cache', 'retry-after-has-a-fraction'],
    ['shared-cache', 'list-bumps-a-counter'],
    ['shared-cache-without-invalidation', 'retry-after-one-is-too-short'],
    ['intermittent-failures', 'retry-after-has-a-fraction'],
    ['intermittent-failures', 'method-not-allowed-answers-404'],
    ['lagging-reads', 'created-order-is-lost'],
    ['noisy-neighbour', 'delete-keeps-the-order'],
    ['restart-with-data', 'refused-put-clears-the-tags'],
    ['two-replicas', 'key-is-ignored'],
  ])('in %s: %s', async (world, fault) => {
    const { found, failure } = await checkWorld({ world, fault, seed: 1, dialect: [] });
    expect({ found, broke: failure }).toEqual({
      found: { isWhole: true, isSeen: true, besides: [] },
      broke: undefined,
    });
  });
});
