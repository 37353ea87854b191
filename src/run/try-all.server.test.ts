import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { pause } from '../model/clock.js';
import { createBodyRule, readableCollection, runRules, startItemService } from './test-service.fixture.js';

useSteadyClock();

const rules = Array.from({ length: 12 }, (_, i) =>
  createBodyRule(`a/${i}`, {
    when: async (body, { items }) => {
      const item = await items.create(body);
      await item.put(item.sent);
    },
  }),
);

async function auditWith(maxRequests: number) {
  const service = await startItemService(() => undefined);
  const { outcomes, leftovers } = await runRules(service.url, rules, {
    collections: [readableCollection],
    limits: { cases: 10, maxRequests },
    estimateCost: () => 40,
  });
  expect(leftovers).toEqual([]);
  return { outcomes, requests: service.arrived.length };
}

test('no check is left out where the requests do not suffice for all cases, and each says so', async () => {
  const { outcomes, requests } = await auditWith(220);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(Array(12).fill('held'));
  expect(outcomes.every(({ cases }) => cases >= 2)).toBe(true);
  expect(outcomes[0]?.notes.join()).toMatch(/^[2-9] of 10 cases were tried, so that .* sufficed for all checks/);
  // What is left is used.
  expect(requests).toBeGreaterThan(150);
});

test('all cases are tried where the requests suffice', async () => {
  const { outcomes } = await auditWith(2_000);
  expect(outcomes.map(({ cases, notes }) => [cases, notes])).toEqual(Array(12).fill([10, []]));
});

test('no check is left out where the time does not suffice, and what came before the checks does not count', async () => {
  const service = await startItemService(() => undefined);
  const slow = Array.from({ length: 12 }, (_, i) =>
    createBodyRule(`a/${i}`, {
      when: async (body, { items }) => {
        await items.create(body);
        await pause(1_000);
      },
    }),
  );
  const { outcomes } = await runRules(service.url, slow, {
    collections: [readableCollection],
    limits: { cases: 10, maxSeconds: 70 },
    estimateCost: () => 30,
  });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(Array(12).fill('held'));
  const cases = outcomes.map((one) => one.cases);
  expect([cases[0], Math.min(...cases) >= 2, cases.some((count) => count < 10)]).toEqual([10, true, true]);
});
