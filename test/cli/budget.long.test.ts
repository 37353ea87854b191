import { describe, expect, test } from 'vitest';
import { clock } from '../../src/model/clock.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { auditWithBudget, expectNothingLeft } from './budget.fixture.js';

useSteadyClock();

describe('a run sends no more requests than its budget, survey and cleanup included', () => {
  test.each([1, 7, 50, 333])('%i', async (maxRequests) => {
    const { relay, report, left } = await auditWithBudget({ maxRequests });
    expect(relay.requests.length).toBeLessThanOrEqual(maxRequests);
    expect(report.requests).toBe(relay.requests.length);
    expect([left, report.leftovers]).toEqual([0, []]);
    expect(report.run.endedEarly).toMatch(
      /^the budget of \d+ requests is used up \(limits\.maxRequests, --max-requests\)$/,
    );
    const undecided = report.results.filter(({ verdict, cause }) => verdict === 'inconclusive' && cause === 'budget');
    expect(undecided.length).toBeGreaterThan(0);
    expect(undecided.every(({ why }) => /--max-requests/.test(why ?? ''))).toBe(true);
    expect(report.results.filter(({ verdict }) => verdict === 'errored' || verdict === 'violated')).toEqual([]);
  });

  test.each([90, 420])(
    'leaves no items when eight trials run at the same time, with a budget of %i',
    expectNothingLeft,
  );

  test('uses nearly the whole budget', async () => {
    const { relay } = await auditWithBudget({ maxRequests: 200 });
    expect(relay.requests.length).toBeGreaterThan(180);
  });
});

test.each([1, 3, 9])('never has more than %i test items at the same time', async (maxLive) => {
  const { report, most, left } = await auditWithBudget({
    maxLive,
    only: ['creation/*', 'pagination/*', 'idempotency/*'],
  });
  expect(most).toBe(maxLive);
  expect([left, report.leftovers]).toEqual([0, []]);
  const undecided = report.results.filter(({ cause }) => cause === 'budget');
  expect(undecided.length).toBeGreaterThan(0);
  expect(undecided.every(({ why }) => /limits\.maxLive, --max-live/.test(why ?? ''))).toBe(true);
  expect(report.survey.notes.join('\n')).toContain('--max-live');
});

test('counts items that it may not remove towards the maximum', async () => {
  const { most, left } = await auditWithBudget({ maxLive: 5, permit: 'writes', only: ['creation/*'] });
  expect([most, left]).toEqual([5, 5]);
});

test('creates no more test items than limits.maxMade', async () => {
  const { made, report } = await auditWithBudget({ only: ['creation/*', 'idempotency/*'] }, { maxMade: 12 });
  expect(made).toBe(12);
  expect(report.results.some(({ why }) => why?.includes('limits.maxMade'))).toBe(true);
});

test('ends within its time and removes its items', async () => {
  const begun = clock.now();
  const { report, left } = await auditWithBudget({ maxSeconds: 1, cases: 500 });
  // Much more would have been needed; a slow machine gets its share.
  expect(clock.now() - begun).toBeLessThan(20_000);
  expect(left).toBe(0);
  expect(report.run.endedEarly).toBe('the time limit of 1 s is reached (limits.maxSeconds, --max-time)');
});
