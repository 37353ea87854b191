import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { pause } from '../model/clock.js';
import type { Tools } from '../rule/tools.js';
import { createNamedRule, runRules, startItemService } from '../run/test-service.fixture.js';

useSteadyClock();

/** A rule that creates so many items, one after the other, and holds. */
const making = (id: string, count: number, waitMs = 0) =>
  createNamedRule(id, {
    when: async (_, { items }: Tools) => {
      for (let i = 0; i < count; i += 1) {
        if (waitMs > 0) await pause(waitMs);
        await items.create({ name: `${id}-${i}`, size: 1 });
      }
      return null;
    },
  });

/** Runs rules in parallel with this maximum of test items, on a slow service. */
async function runWithLimit(counts: readonly number[], maxLive: number) {
  let most = 0;
  const { url, things } = await startItemService(() => {
    most = Math.max(most, things.size);
    return new Promise((done) => setTimeout(() => done(undefined), 3));
  });
  const rules = counts.map((count, i) => making(`rule-${i}`, count));
  const result = await runRules(url, rules, { limits: { maxLive, concurrency: counts.length, cases: 3 } });
  return { ...result, most, left: things.size, verdicts: result.outcomes.map(({ verdict }) => verdict) };
}

test('a trial without room because of others waits until they remove items', async () => {
  const { verdicts, outcomes, most, left, leftovers, notes } = await runWithLimit([3, 3, 4, 2, 3, 1], 4);
  expect(verdicts).toEqual(Array.from({ length: 6 }, () => 'held'));
  expect(outcomes.map(({ cases }) => cases)).toEqual(Array.from({ length: 6 }, () => 3));
  expect([most, left, leftovers]).toEqual([4, 0, []]);
  expect(notes.filter((note) => note.includes('--max-live'))).toEqual([]);
});

test('a trial that needs more than the whole quota is inconclusive', async () => {
  const { verdicts, outcomes, most, left, notes } = await runWithLimit([2, 5, 3], 4);
  expect(verdicts).toEqual(['held', 'inconclusive', 'held']);
  expect(outcomes[1]).toMatchObject({ cause: 'budget', why: expect.stringContaining('--max-live') });
  expect([most, left]).toEqual([4, 0]);
  expect(notes.join()).toMatch(/^1 case was not completed: the limit of 4 test items existing at once is reached/);
});

test('a trial that waits long until it is its turn to create items is not stalled', async () => {
  const service = await startItemService();
  const rules = Array.from({ length: 8 }, (_, i) => making(`rule-${i}`, 4, 200));
  const limits = { maxLive: 4, concurrency: 8, cases: 1 };
  const { outcomes } = await runRules(service.url, rules, { limits, idleMs: 1_500 });
  expect(outcomes.map(({ verdict, why }) => [verdict, why])).toEqual(rules.map(() => ['held', undefined]));
});
