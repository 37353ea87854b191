import { expect, test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { auditInShards } from './shards.fixture.js';

useSteadyClock();

// The proof has fifty seeds and all rules.
test.each([1, 2, 3])('seed %i: shards, merged, have the violations of the whole run', async (seed) => {
  const { whole, merged, obstacles } = await auditInShards(seed, 2, ['safety/*', 'creation/*', 'idempotency/*']);
  expect(obstacles).toEqual([]);
  expect(merged).toEqual(whole);
});
