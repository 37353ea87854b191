import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import { held } from '../../rule/finding.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

useSteadyClock();

const stopping = (await loadRuleSet()).rules.filter(({ id }) => id === 'responses/no-request-stops-the-service');

const reading = Array.from({ length: 20 }, (_, n) =>
  createNamedRule<{ body: Json }, unknown>(`a/reads-${n}`, {
    given: (bodies) => bodies.body().map((body) => ({ body })),
    when: async ({ body }, { items }) => (await items.create(body)).get(),
    then: () => held,
  }),
);

test('a service that hangs for good ends the run, and that no request stopped it is not known', async () => {
  let posts = 0;
  const { url, arrived } = await startItemService(({ method }) => {
    if (method === 'POST') posts += 1;
    return posts > 20 ? 'hang' : undefined;
  });
  const { outcomes, endedEarly, isLost, suspect } = await runRules(url, [...reading, ...stopping], {
    collections: [testCollection],
    limits: { cases: 10 },
    options: { timeoutMs: 30 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
  });
  console.log(
    endedEarly,
    isLost,
    arrived.length,
    outcomes.map((o) => [o.verdict, o.cause, o.why]).slice(-8),
    arrived.slice(55, 75).map((a) => a.method + a.path),
  );
  expect(outcomes.at(-1)).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer' });
  expect([endedEarly, isLost]).toEqual([expect.stringContaining('answers nothing any more'), true]);
  // The first request that hung is shown as the likely reason.
  const first = arrived.filter(({ method }) => method === 'POST')[20];
  expect(suspect?.request).toMatchObject({ method: 'POST', content: JSON.stringify(first?.json) });
  expect(arrived.length).toBeLessThan(200);
});
