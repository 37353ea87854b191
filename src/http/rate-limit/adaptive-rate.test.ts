import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { createAdaptiveRate } from './request-pace.js';

useSteadyClock();

/** Starts so many requests at the same time, and gives all of them the same response. */
function hearing(adaptive: ReturnType<typeof createAdaptiveRate>, count: number, status: number | undefined) {
  for (let i = 0; i < count; i += 1) {
    adaptive.recordStart();
    adaptive.recordResponse(clock.now(), status);
  }
}

describe('a host', () => {
  test('gets half the rate after 429, and then step by step the previous one', () => {
    const adaptive = createAdaptiveRate(40);
    hearing(adaptive, 20, 200);
    expect(adaptive.perSecond()).toBe(40);
    hearing(adaptive, 1, 429);
    const slow = adaptive.perSecond() ?? 0;
    expect(slow).toBe(20);
    hearing(adaptive, 10, 200);
    expect(adaptive.perSecond()).toBeGreaterThan(slow);
    hearing(adaptive, 2_000, 200);
    expect(adaptive.perSecond()).toBe(40);
  });

  test.each([502, 503, 504, undefined])('gets a lower rate after repeated %s', (status) => {
    const adaptive = createAdaptiveRate(undefined);
    hearing(adaptive, 20, 200);
    hearing(adaptive, 2, status);
    expect(adaptive.perSecond()).toBeUndefined();
    hearing(adaptive, 1, status);
    expect(adaptive.perSecond()).toBeGreaterThanOrEqual(1);
  });

  test('keeps its rate when one request always fails, and gets a lower one when no request succeeds', () => {
    const adaptive = createAdaptiveRate(undefined);
    for (let i = 0; i < 20; i += 1) hearing(adaptive, 1, i % 2 === 0 ? 500 : 200);
    expect(adaptive.perSecond()).toBeUndefined();
    hearing(adaptive, 12, 500);
    expect(adaptive.perSecond()).toBeDefined();
  });

  test('gets a lower rate once for failures of simultaneous requests', () => {
    const [one, many] = [createAdaptiveRate(40), createAdaptiveRate(40)];
    const sentAt = clock.now() - 1;
    for (const adaptive of [one, many]) hearing(adaptive, 30, 200);
    one.recordResponse(clock.now(), 429);
    many.recordResponse(clock.now(), 429);
    for (let i = 0; i < 8; i += 1) many.recordResponse(sentAt, 429);
    expect(many.perSecond()).toBe(one.perSecond());
  });

  test('gets a lower rate computed from the latest requests', () => {
    const adaptive = createAdaptiveRate(undefined);
    hearing(adaptive, 1_700, 200);
    hearing(adaptive, 1, 429);
    expect(adaptive.perSecond()).toBeGreaterThan(50);
    expect(adaptive.perSecond()).toBeLessThanOrEqual(2_500);
  });

  test('always keeps a minimum rate', () => {
    const adaptive = createAdaptiveRate(undefined);
    hearing(adaptive, 200, 429);
    expect(adaptive.perSecond()).toBeGreaterThanOrEqual(1);
  });
});
