import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { createAdaptiveRate } from './adaptive-rate.js';

useSteadyClock();

/** Starts so many requests at the same time, and gives all of them the same response. */
function hearing(ease: ReturnType<typeof createAdaptiveRate>, count: number, status: number | undefined) {
  for (let i = 0; i < count; i += 1) {
    ease.recordStart();
    ease.recordResponse(clock.now(), status);
  }
}

describe('a host', () => {
  test('gets half the rate after 429, and then step by step the previous one', () => {
    const ease = createAdaptiveRate(40);
    hearing(ease, 20, 200);
    expect(ease.perSecond()).toBe(40);
    hearing(ease, 1, 429);
    const slow = ease.perSecond() ?? 0;
    expect(slow).toBe(20);
    hearing(ease, 10, 200);
    expect(ease.perSecond()).toBeGreaterThan(slow);
    hearing(ease, 2_000, 200);
    expect(ease.perSecond()).toBe(40);
  });

  test.each([502, 503, 504, undefined])('gets a lower rate after repeated %s', (status) => {
    const ease = createAdaptiveRate(undefined);
    hearing(ease, 20, 200);
    hearing(ease, 2, status);
    expect(ease.perSecond()).toBeUndefined();
    hearing(ease, 1, status);
    expect(ease.perSecond()).toBeGreaterThanOrEqual(1);
  });

  test('keeps its rate when one request always fails, and gets a lower one when no request succeeds', () => {
    const ease = createAdaptiveRate(undefined);
    for (let i = 0; i < 20; i += 1) hearing(ease, 1, i % 2 === 0 ? 500 : 200);
    expect(ease.perSecond()).toBeUndefined();
    hearing(ease, 12, 500);
    expect(ease.perSecond()).toBeDefined();
  });

  test('gets a lower rate once for failures of simultaneous requests', () => {
    const [one, many] = [createAdaptiveRate(40), createAdaptiveRate(40)];
    const sentAt = clock.now() - 1;
    for (const ease of [one, many]) hearing(ease, 30, 200);
    one.recordResponse(clock.now(), 429);
    many.recordResponse(clock.now(), 429);
    for (let i = 0; i < 8; i += 1) many.recordResponse(sentAt, 429);
    expect(many.perSecond()).toBe(one.perSecond());
  });

  test('gets a lower rate computed from the latest requests', () => {
    const ease = createAdaptiveRate(undefined);
    hearing(ease, 1_700, 200);
    hearing(ease, 1, 429);
    expect(ease.perSecond()).toBeGreaterThan(50);
    expect(ease.perSecond()).toBeLessThanOrEqual(2_500);
  });

  test('always keeps a minimum rate', () => {
    const ease = createAdaptiveRate(undefined);
    hearing(ease, 200, 429);
    expect(ease.perSecond()).toBeGreaterThanOrEqual(1);
  });
});
