import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { auditReachingFault, reachingFaults } from './interference.fixture.js';

useSteadyClock();

describe.each(reachingFaults)('%s', (name) => {
  test.each([1, 8, 16])('violates exactly the rules that claim it, with %s trials at a time', async (concurrency) => {
    for (const seed of [1, 2, 3]) {
      const { claimed, violated } = await auditReachingFault(name, seed, concurrency);
      expect(violated).toEqual(claimed);
    }
  });
});
