import { afterEach, expect, test, vi } from 'vitest';
import { createUnusableServiceDetector } from './survey-client.js';

const answer = (status: number, headers: Record<string, string> = {}) => ({
  n: 1,
  answer: { status, headers, text: '', json: undefined },
});

afterEach(() => void vi.useRealTimers());

test('is unusable after ten seconds of failures only, and never after another response', () => {
  vi.useFakeTimers();
  const trouble = createUnusableServiceDetector();
  expect(trouble.leftMs()).toBe(Number.POSITIVE_INFINITY);
  trouble.record(answer(429));
  vi.advanceTimersByTime(6_000);
  trouble.record(answer(429));
  expect(trouble.leftMs()).toBeCloseTo(4_000);
  trouble.record(answer(404));
  expect(trouble.leftMs()).toBe(Number.POSITIVE_INFINITY);
});

test.each<[string, readonly ReturnType<typeof answer>[], string | undefined]>([
  [
    'trouble only',
    [503, 503, 502].map((status) => answer(status)),
    'answered every request with 503 or 502; try again later, or fix',
  ],
  [
    '429 only',
    [1, 2, 3].map(() => answer(429, { 'retry-after': '40' })),
    'in 40 s; try again later, or slower with --rate',
  ],
  ['two answers', [answer(503), answer(503)], undefined],
  ['one that is none', [answer(503), answer(401), answer(503), answer(503)], undefined],
])('%s', (_, answers, expected) => {
  const trouble = createUnusableServiceDetector();
  for (const one of answers) trouble.record(one);
  if (expected === undefined) expect(trouble.findProblem()).toBeUndefined();
  else expect(trouble.findProblem()).toContain(expected);
});
