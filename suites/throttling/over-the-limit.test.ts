import { expect, test } from 'vitest';
import type { Exchange, JudgingTools } from '#rule';
import type { Dialect } from '../../src/model/service/subject.js';
import defineRule from './requests-over-the-limit-answer-429.js';

const exchange = (status: number): Exchange => ({
  ...{ n: status, method: 'GET', path: '/x', silence: undefined },
  answer: { status, headers: {}, text: '', json: undefined },
});

const limit = { limit: 40, windowMs: 1000, maxRequests: 80 };
const judging = (extraStatuses: number[] = []) =>
  ({ dialect: { extraStatuses } as unknown as Dialect }) as JudgingTools;

/** The finding for a burst: number and duration of its requests, the last response, and one after a pause. */
const said = (
  count: number,
  tookMs: number,
  status: number | undefined,
  after = 200,
  extra: number[] = [],
  isIntercepted = false,
) => {
  const turned = status === undefined ? [] : [exchange(status)];
  const control = exchange(after);
  const seen = { path: '/x', limit, count, tookMs, first: exchange(200), turned, isIntercepted, control };
  return defineRule.then(seen, judging(extra));
};

/** The finding for a burst in which several requests failed. */
const saidOf = (count: number, statuses: readonly number[]) => {
  const turned = statuses.map(exchange);
  const seen = { path: '/x', limit, count, tookMs: 10, first: exchange(200), turned, isIntercepted: false };
  return defineRule.then({ ...seen, control: exchange(200) }, judging());
};

test.each<[string, ReturnType<typeof said>, object]>([
  ['429 keeps the promise, however soon it comes', said(7, 20, 429), { verdict: 'held' }],
  ['far more than the limit in no time', said(80, 100, undefined), { verdict: 'violated' }],
  ['far more than the limit, before a cache', said(80, 100, undefined, 200, [], true), { cause: 'noise' }],
  ['a refusal of another kind near the limit', said(33, 100, 403), { verdict: 'violated' }],
  ['an overload beyond the limit', said(48, 100, 503), { verdict: 'violated' }],
  ['another status that the profile allows', said(48, 100, 503, 200, [503]), { verdict: 'held' }],
  ['a burst that took as long as the window', said(80, 1000, undefined), { cause: 'setup' }],
  ['what may have filled up again meanwhile', said(50, 300, undefined), { cause: 'setup' }],
  ['an overload below the limit', said(40, 100, 503), { cause: 'setup' }],
  ['a refusal far below the limit', said(12, 100, 403), { cause: 'setup' }],
  ['a service that broke', said(48, 100, 500), { cause: 'no-answer' }],
  ['some failures in a flood that was served', saidOf(90, [502, 503, 504]), { verdict: 'violated' }],
  ['as many in a larger flood', saidOf(160, [502, 503, 504, 502, 503, 504, 502]), { verdict: 'violated' }],
  ['troubles by which too few were served', saidOf(42, [502, 502, 504]), { cause: 'setup' }],
  ['troubles by which too few were served, and one more', saidOf(43, [503, 503, 503, 503]), { cause: 'setup' }],
  ['troubles again and again', saidOf(48, [502, 502, 502, 504]), { cause: 'no-answer' }],
  ['troubles before the refusal of another kind', saidOf(48, [502, 403]), { verdict: 'violated' }],
  ['a service that refuses after a rest too', said(48, 100, 403, 403), { cause: 'setup' }],
])('%s', (_, finding, expected) => {
  expect(finding).toMatchObject(expected);
});
