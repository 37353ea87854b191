import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, useClock } from '../../model/clock.js';
import { createLearnedRate, type LearnedRate } from './learned-rate.js';

let now = 0;
let before: Clock;
beforeEach(() => {
  now = 1_000_000;
  before = useClock({ now: () => now, epochMs: () => now, schedule: () => () => {} });
});
afterEach(() => {
  useClock(before);
});

/** Sends one request, and gives it a response with these fields. */
function exchange(rate: LearnedRate, headers: Record<string, string>): void {
  rate.recordStart();
  const sentAt = now;
  now += 1;
  rate.recordFields(sentAt, headers);
}

const legacy = (remaining: number, reset: number, limit = 100) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
});

test('starts with the given rate, and keeps it without fields', () => {
  const rate = createLearnedRate(10);
  exchange(rate, { 'content-type': 'application/json' });
  expect(rate.perSecond()).toBe(10);
});

test('is raised to what the fields permit, and no further than the maximum', () => {
  const [rate, limited] = [createLearnedRate(10), createLearnedRate(10, 30)];
  for (const one of [rate, limited]) exchange(one, { ratelimit: '"a";r=200;t=2', 'ratelimit-policy': '"a";q=200;w=2' });
  expect(rate.perSecond()).toBeCloseTo(100, 0);
  expect(limited.perSecond()).toBe(30);
});

test('is lowered to the slowest of several limits', () => {
  const rate = createLearnedRate(10);
  exchange(rate, { 'ratelimit-policy': '"a";q=100;w=1, "b";q=120;w=60', ratelimit: '"a";r=99;t=1, "b";r=119;t=60' });
  expect(rate.perSecond()).toBeCloseTo(119 / 60, 1);
});

test('waits for the reset when nothing is left, and goes on with the quota', () => {
  const rate = createLearnedRate(10);
  exchange(rate, legacy(1, 5));
  expect(rate.getEarliestStart()).toBeLessThan(now);
  rate.recordStart();
  expect(rate.getEarliestStart()).toBe(now + 5_000);
  now += 5_000;
  expect(rate.getEarliestStart()).toBeLessThan(now);
  expect(rate.perSecond()).toBeCloseTo(20, 0);
});

test('counts requests that the service may not have counted yet', () => {
  const rate = createLearnedRate(10);
  rate.recordStart();
  const sentAt = now;
  now += 1;
  rate.recordStart();
  rate.recordStart();
  rate.recordFields(sentAt, legacy(2, 5));
  expect(rate.getEarliestStart()).toBe(now + 5_000);
});

test('is not raised by the late response to an early request', () => {
  const rate = createLearnedRate(10);
  const early = now;
  rate.recordStart();
  now += 10;
  exchange(rate, legacy(0, 5));
  rate.recordFields(early, legacy(60, 5));
  expect(rate.getEarliestStart()).toBeGreaterThan(now);
});

test('forgets a limit without a quota after its reset', () => {
  const rate = createLearnedRate(10);
  exchange(rate, { ratelimit: '"a";r=500;t=5' });
  expect(rate.perSecond()).toBeCloseTo(100, 0);
  now += 5_000;
  expect(rate.perSecond()).toBe(10);
});

test('remembers few limits of a service that names ever new ones', () => {
  const rate = createLearnedRate(10);
  exchange(rate, { ratelimit: '"slow";r=1;t=1000' });
  for (let i = 0; i < 50; i += 1) exchange(rate, { ratelimit: `"${i}";r=5000;t=10` });
  expect(rate.perSecond()).toBeGreaterThan(100);
});
