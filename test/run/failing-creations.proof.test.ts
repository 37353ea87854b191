import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { auditBySchedule, schedules } from './failing-creations.fixture.js';

useSteadyClock();

test('each of 200 runs ends, no check is given up, and none passes without an item, however creations fail', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const { results, gate, reach } = await auditBySchedule(schedule);
      const givenUp = ({ verdict, why }: (typeof results)[number]) =>
        verdict === 'errored' || why?.includes('did not end within') === true;
      expect(results.filter(givenUp)).toEqual([]);
      const isNothingCreated = reach?.creations?.every(({ created }) => created === 0);
      if (isNothingCreated) expect(gate.exit).not.toBe(0);
    }),
    { numRuns: 200, seed: 7, endOnFailure: true },
  );
});
