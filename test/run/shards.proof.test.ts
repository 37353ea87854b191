import { expect, test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { auditInShards } from './shards.fixture.js';

useSteadyClock();

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

test.each(seeds)('seed %i: three shards, merged, have the violations of the whole run', async (seed) => {
  const { fault, whole, merged, obstacles } = await auditInShards(seed, 3);
  expect(obstacles).toEqual([]);
  expect(whole.length, `${fault} is found`).toBeGreaterThan(0);
  expect(merged, fault).toEqual(whole);
});
