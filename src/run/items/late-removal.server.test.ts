import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { isPending } from '../../model/exchange.js';
import { assume } from '../../rule/finding.js';
import { createBodyRule, readableCollection, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

test.each([
  [6_000, 'held'],
  [60_000, 'setup'],
])('a DELETE that takes %i ms is awaited once the run saw how long it takes, within limits', async (ms, expected) => {
  const going = new Map<string, number>();
  const service = await startItemService(({ method, path }) => {
    const id = path.slice('/things/'.length);
    for (const [one, until] of going) if (clock.now() >= until) service.things.delete(one);
    if (method !== 'DELETE' || !service.things.has(id)) return undefined;
    if (!going.has(id)) going.set(id, clock.now() + ms);
    return { status: 202 };
  });
  const rules = ['a/1', 'a/2', 'a/3', 'a/4', 'a/5'].map((id) =>
    createBodyRule(id, {
      cases: 1,
      when: async (body, { items }) => {
        const removed = await (await items.create(body)).delete();
        assume(!isPending(removed), 'setup', 'the removal is not complete');
      },
    }),
  );
  const { outcomes } = await runRules(service.url, rules, {
    collections: [readableCollection],
    limits: { maxSeconds: 1_000 },
  });
  expect(outcomes.map(({ verdict, cause }) => cause ?? verdict).at(-1)).toBe(expected);
});
