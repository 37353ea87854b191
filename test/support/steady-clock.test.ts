import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SteadyClock, startSteadyClock } from './steady-clock.js';

let clock: SteadyClock;
beforeEach(() => {
  clock = startSteadyClock();
});
afterEach(() => clock.stop());

const wait = (ms: number) => new Promise<void>((resolve) => void clock.schedule(ms, resolve));

test('skips waits when no work is pending', async () => {
  const [began, beganHere] = [clock.now(), performance.now()];
  await wait(60_000);
  expect(clock.now() - began).toBeGreaterThanOrEqual(60_000);
  expect(performance.now() - beganHere).toBeLessThan(10_000);
});

test('calls timers in the order of their times, and no cancelled ones', async () => {
  const called: string[] = [];
  clock.schedule(30, () => called.push('second'));
  clock.schedule(20, () => called.push('first'));
  clock.schedule(25, () => called.push('never'))();
  await wait(40);
  expect(called).toEqual(['first', 'second']);
});

test('finishes the work of a timer before it calls the next one', async () => {
  const steps: string[] = [];
  const follow = async (name: string) => {
    await wait(10);
    for (let step = 1; step <= 3; step++) steps.push(await Promise.resolve(`${name} ${step}`));
  };
  await Promise.all([follow('a'), follow('b')]);
  expect(steps).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']);
});

test('does not call a timer that another one of the same time cancels', async () => {
  let isCalled = false;
  let cancel = () => {};
  clock.schedule(10, () => cancel());
  cancel = clock.schedule(10, () => {
    isCalled = true;
  });
  await wait(20);
  expect(isCalled).toBe(false);
});
