import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { clock } from '../model/clock.js';
import type { HeaderFields } from '../model/exchange.js';
import { readRetryAfterMs } from './classify-answer.js';
import { createRetryPolicy } from './retry-policy.js';

useSteadyClock();

const answer = (status: number, headers: HeaderFields = {}) => ({
  answer: { status, headers, text: '', json: undefined },
});
const date = 'Wed, 21 Oct 2026 07:28:00 GMT';

describe('Retry-After', () => {
  test.each<[HeaderFields, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:03 GMT', date }, 3_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT', date }, 0],
    [{ 'retry-after': 'soon' }, undefined],
  ])('%j is a wait of %s ms', (headers, expected) => {
    expect(readRetryAfterMs(answer(429, headers))).toBe(expected);
  });
});

/** Returns these responses in order, and counts the requests. */
function sending(...answers: ReturnType<typeof answer>[]) {
  const left = [...answers];
  const sent: number[] = [];
  return {
    sent,
    send: async () => {
      const next = left.shift() ?? answer(200);
      sent.push(next.answer.status);
      return next;
    },
  };
}

const now = { 'retry-after': '0' };

describe('a request', () => {
  const ample = () => 600_000;

  test('is sent once more after 429, and the second response counts', async () => {
    const retries = createRetryPolicy(ample);
    const { send, sent } = sending(answer(429, now));
    expect((await retries.sendWithRetries(send)).answer.status).toBe(200);
    expect(sent).toEqual([429, 200]);
    expect(retries.notes()).toEqual([expect.stringMatching(/^1 request was answered with 429 and sent again/)]);
  });

  test.each<[string, ReturnType<typeof answer>, () => number]>([
    ['after another answer', answer(503, now), ample],
    ['where the wait is too long', answer(429, { 'retry-after': '61' }), ample],
    ['where the run is over before', answer(429, { 'retry-after': '2' }), () => 1_500],
  ])('is not sent again %s', async (_, first, left) => {
    const retries = createRetryPolicy(left);
    const { send, sent } = sending(first);
    expect(await retries.sendWithRetries(send)).toBe(first);
    expect([sent.length, retries.notes()]).toEqual([1, []]);
  });

  test('is not repeated any more after three unsuccessful repetitions in a row', async () => {
    const retries = createRetryPolicy(ample);
    const { send, sent } = sending(...Array.from({ length: 20 }, () => answer(429, now)));
    for (let i = 0; i < 5; i += 1) await retries.sendWithRetries(send);
    expect(sent).toHaveLength(3 * 4 + 2);
  });

  test('waits as long as Retry-After says, and all requests wait', async () => {
    const retries = createRetryPolicy(ample);
    const begun = clock.now();
    const { send } = sending(answer(429, { 'retry-after': '1' }));
    const waiting = retries.sendWithRetries(send);
    await Promise.resolve();
    await retries.awaitTurn();
    expect(clock.now() - begun).toBeGreaterThanOrEqual(1_000);
    await waiting;
    expect(retries.awaitTurn()).toBeUndefined();
  });
});

test('no request waits after the run was interrupted', async () => {
  let left = 60_000;
  const retries = createRetryPolicy(() => left);
  const { send } = sending(answer(429, { 'retry-after': '9' }));
  const waiting = retries.sendWithRetries(send);
  await Promise.resolve();
  left = 0;
  const begun = clock.now();
  await waiting;
  expect(clock.now() - begun).toBeLessThan(3_000);
});

describe('a removal', () => {
  test('waits within its own time limit, which counts simultaneous waits once', async () => {
    const retries = createRetryPolicy(() => 0);
    const told = answer(429, { 'retry-after': '1' });
    const begun = clock.now();
    const granted = await Promise.all(Array.from({ length: 40 }, () => retries.awaitRemoval(told)));
    expect(new Set(granted)).toEqual(new Set([true]));
    expect(clock.now() - begun).toBeLessThan(5_000);
    expect(await retries.awaitRemoval(answer(429, { 'retry-after': '30' }))).toBe(false);
  });

  test('does not wait longer than the remaining time', async () => {
    expect(await createRetryPolicy(() => 0).awaitRemoval(answer(429, { 'retry-after': '31' }))).toBe(false);
  });
});
