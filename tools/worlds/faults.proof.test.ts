import { describe, expect, test, vi } from 'vitest';
import { checkWorld } from './check-world.js';

vi.setConfig({ maxConcurrency: 12 });

/** Faults that a world once hid, beside some that each kind of world makes hard to see; `npm run worlds` tries all of them everywhere. */
describe.concurrent('a fault is found in difficult circumstances, too', () => {
  test.each([
    ['asynchronous', 'references-claimed-at-once-are-both-given'],
    ['asynchronous', 'taken-reference-is-given-again'],
    ['cached-in-front', 'get-bumps-a-counter'],
    ['cached-in-front', 'head-sends-content'],
    ['cached-in-front', 'if-none-match-is-ignored'],
    ['cached-in-front', 'limit-tells-fractions-of-a-second'],
    ['cached-in-front', 'list-bumps-a-counter'],
    ['cached-in-front-careless', 'limit-bars-who-comes-back-too-soon'],
    ['failing-now-and-then', 'limit-tells-fractions-of-a-second'],
    ['failing-now-and-then', 'method-not-allowed-answers-404'],
    ['lagging-reads', 'made-is-lost'],
    ['noisy-neighbour', 'delete-keeps-the-order'],
    ['restart-keeping', 'refused-put-clears-the-tags'],
    ['two-replicas', 'key-is-ignored'],
  ])('in %s: %s', async (world, fault) => {
    const { found, failure } = await checkWorld({ world, fault, seed: 1, dialect: [] });
    expect({ found, broke: failure }).toEqual({
      found: { isWhole: true, isSeen: true, besides: [] },
      broke: undefined,
    });
  });
});
