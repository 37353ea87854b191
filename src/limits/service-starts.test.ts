import { expect, test } from 'vitest';
import { createServiceStarts } from './health.js';

/** A process that has ended, and ends again after each start. */
function createStopping(isStarted = true) {
  const calls = { starts: 0 };
  const process = {
    hasEnded: () => true,
    startAgain: async () => {
      calls.starts += 1;
      return isStarted;
    },
  };
  return { calls, starts: createServiceStarts(process) };
}

test('checks have one start, and all have five', async () => {
  const { calls, starts } = createStopping();
  expect(await starts.startIfEnded('checks')).toBe(true);
  expect(starts.end()).toBeUndefined();
  expect(await starts.startIfEnded('checks')).toBe(false);
  expect(starts.end()).toEqual({ cause: 'no-answer', why: 'the service stopped 2 times' });
  for (let i = 0; i < 4; i += 1) expect(await starts.startIfEnded('confirmation')).toBe(true);
  expect(await starts.startIfEnded('confirmation')).toBe(false);
  expect([calls.starts, starts.isOver()]).toEqual([5, true]);
});

test('requests at once wait for one start', async () => {
  const { calls, starts } = createStopping();
  expect(await Promise.all([starts.startIfEnded('checks'), starts.startIfEnded('checks')])).toEqual([true, true]);
  expect(calls.starts).toBe(1);
});

test('a service that cannot be started again gets nothing more', async () => {
  const { calls, starts } = createStopping(false);
  expect(await starts.startIfEnded('checks')).toBe(false);
  expect(await starts.startIfEnded('confirmation')).toBe(false);
  expect([calls.starts, starts.isOver()]).toEqual([1, true]);
  expect(starts.whyEnded()?.why).toBe('the service stopped, and could not be started again');
});

test('a process that runs is not started, and without one nothing is', async () => {
  const running = createServiceStarts({ hasEnded: () => false, startAgain: async () => true });
  expect(await running.startIfEnded('confirmation')).toBe(false);
  expect(await createServiceStarts(undefined).startIfEnded('confirmation')).toBe(false);
  expect([running.isOver(), running.notes()]).toEqual([false, []]);
});
