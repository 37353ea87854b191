import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { answeredSchedules, auditBySchedule, type CreationOutcomes } from './failing-creations.fixture.js';

useSteadyClock();

test('each run ends, and no check is given up, where creations are refused or late', async () => {
  await fc.assert(
    fc.asyncProperty(answeredSchedules, async (schedule) => {
      const { results } = await auditBySchedule(schedule);
      expect(results.filter(({ verdict }) => verdict === 'errored')).toEqual([]);
    }),
    { numRuns: 6, seed: 1 },
  );
});

test('a run whose creations are all lost is incomplete', async () => {
  const outcomes: CreationOutcomes = { first: [], then: ['lost'] };
  const only = ['creation/*', 'effects/*', 'validation/*'];
  const { gate } = await auditBySchedule({ rooms: outcomes, bookings: outcomes, concurrency: 4, seed: 1, only });
  const reason = /^incomplete: rooms: no item could be created \(.*POST \/rooms/;
  expect([gate.exit, gate.reasons[0]]).toEqual([5, expect.stringMatching(reason)]);
});
