import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import { held } from '../../rule/finding.js';
import { loadRuleSet } from '../../rule-set/load-rule-set.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

useSteadyClock();

const failing = (await loadRuleSet()).rules.filter(({ id }) => id === 'responses/no-request-fails-each-time');

/** More of these rules than the limits have room for, with two cases each. */
const replacing = Array.from({ length: 400 }, (_, n) =>
  createNamedRule<{ body: Json }, unknown>(`a/replaces-${n}`, {
    given: (bodies) => bodies.body().map((body) => ({ body })),
    when: async ({ body }, { items }) => (await items.create(body)).put(body),
    then: () => held,
  }),
);

test('what was seen is repeated, also when the trials used up the requests', async () => {
  const { url, things } = await startItemService(({ method }) => (method === 'PUT' ? { status: 500 } : undefined));
  const { outcomes, endedEarly } = await runRules(url, [...replacing, ...failing], {
    collections: [testCollection],
    limits: { cases: 5, concurrency: 1, maxRequests: 2000 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
  });
  expect(outcomes.filter(({ verdict, cause }) => verdict === 'inconclusive' && cause === 'budget')).not.toEqual([]);
  expect(outcomes.filter(({ verdict }) => verdict === 'violated')).toMatchObject([
    { trial: { rule: 'responses/no-request-fails-each-time', subject: { name: 'PUT /things/{id}' } } },
  ]);
  expect(endedEarly).toContain('limits.maxRequests');
  expect(things.size).toBe(0);
});
