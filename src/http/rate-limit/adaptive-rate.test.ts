import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { createAdaptiveRate } from './adaptive-rate.js';

useSteadyClock();

/** Lets so many requests begin at once, and hears the same of all of them. */
function hearing(ease: ReturnType<typeof createAdaptiveRate>, count: number, status: number | undefined) {
  for (let i = 0; i < count; i += 1) {
    ease.recordStart();
    ease.recordResponse(clock.now(), status);
  }
}

describe('a host', () => {
  test('is asked at half the speed after 429, and by and by as before', () => {
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

  test.each([502, 503, 504, undefined])('is slowed by %s when it is no exception', (status) => {
    const ease = createAdaptiveRate(undefined);
    hearing(ease, 20, 200);
    hearing(ease, 2, status);
    expect(ease.perSecond()).toBeUndefined();
    hearing(ease, 1, status);
    expect(ease.perSecond()).toBeGreaterThanOrEqual(1);
  });

  test('is not slowed by failures that one request has, but by nothing else any more', () => {
    const ease = createAdaptiveRate(undefined);
    for (let i = 0; i < 20; i += 1) hearing(ease, 1, i % 2 === 0 ? 500 : 200);
    expect(ease.perSecond()).toBeUndefined();
    hearing(ease, 12, 500);
    expect(ease.perSecond()).toBeDefined();
  });

  test('is slowed once by what left together', () => {
    const [one, many] = [createAdaptiveRate(40), createAdaptiveRate(40)];
    const sentAt = clock.now() - 1;
    for (const ease of [one, many]) hearing(ease, 30, 200);
    one.recordResponse(clock.now(), 429);
    many.recordResponse(clock.now(), 429);
    for (let i = 0; i < 8; i += 1) many.recordResponse(sentAt, 429);
    expect(many.perSecond()).toBe(one.perSecond());
  });

  test('is slowed by the latest of many starts, however long ago the first ones were', () => {
    const ease = createAdaptiveRate(undefined);
    hearing(ease, 1_700, 200);
    hearing(ease, 1, 429);
    expect(ease.perSecond()).toBeGreaterThan(50);
    expect(ease.perSecond()).toBeLessThanOrEqual(2_500);
  });

  test('is never slowed to a standstill', () => {
    const ease = createAdaptiveRate(undefined);
    hearing(ease, 200, 429);
    expect(ease.perSecond()).toBeGreaterThanOrEqual(1);
  });
});
