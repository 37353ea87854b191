import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { clock, createPollMemory, pollUntil } from './clock.js';

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

test('what takes about as long as before is looked for with few looks, not much later, and soon again once it is faster', async () => {
  const memory = createPollMemory();
  const poll = async (settledAfterMs: number) => {
    const began = clock.now();
    const looks: number[] = [];
    const look = async () => looks.push(clock.now() - began);
    await pollUntil(look, () => (looks.at(-1) ?? 0) >= settledAfterMs, 2_000, memory);
    return looks;
  };
  const firstLooks = (await poll(700)).length;
  expect(firstLooks).toBeGreaterThan(5);
  for (let i = 0; i < 5; i += 1) {
    const looks = await poll(700);
    expect(looks.length).toBeLessThanOrEqual(4);
    expect(looks.at(-1)).toBeLessThan(1_000);
  }
  for (let i = 0; i < 20; i += 1) await poll(1);
  expect((await poll(1)).at(-1)).toBeLessThan(100);
});

test('what never comes is looked for a few times only', async () => {
  const memory = createPollMemory();
  const poll = async () => {
    const began = clock.now();
    let looks = 0;
    await pollUntil(
      async () => (looks += 1),
      () => false,
      1_000,
      memory,
    );
    expect(clock.now() - began).toBeGreaterThanOrEqual(1_000);
    return looks;
  };
  await poll();
  expect(await poll()).toBeLessThanOrEqual(5);
});
