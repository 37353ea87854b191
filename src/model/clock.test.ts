import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { clock, pollUntil } from './clock.js';

useSteadyClock();

test.each([10, 100, 1_500, 2_000])(
  'what shows itself after %d ms is seen when so much time was given',
  async (windowMs) => {
    const began = clock.now();
    const look = () => Promise.resolve(clock.now() - began);
    const isShown = (elapsed: number) => elapsed >= windowMs;
    expect(await pollUntil(look, isShown, windowMs)).toBeGreaterThanOrEqual(windowMs);
  },
);

test('one look is taken where no time was given', async () => {
  let looks = 0;
  await pollUntil(
    async () => (looks += 1),
    () => false,
    0,
  );
  expect(looks).toBe(1);
});
