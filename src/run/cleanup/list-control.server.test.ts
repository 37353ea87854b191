import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import { held } from '../../rule/finding.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

useSteadyClock();

/** Creates an item, and one whose response is lost. */
const creating = createNamedRule<Json, unknown>('a/creates', {
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => {
    await items.create(body);
    return items.abort(body, { abortAt: 'whole', marked: true });
  },
  then: () => held,
});

test.each([
  ['shows new items', true, []],
  [
    'shows no new items',
    false,
    [{ mayExist: true, why: expect.stringContaining('the list does not show new items within 3 s') }],
  ],
])('whether a lost creation exists is decided by a list that %s', async (_, isListing, expected) => {
  const service = await startItemService(({ method, path }) => {
    const isHidden = !isListing && method === 'GET' && !path.startsWith('/things/');
    return isHidden ? { status: 200, json: [] } : undefined;
  });
  const { leftovers } = await runRules(service.url, [creating], {
    collections: [{ ...testCollection, marker: '/name' }],
    limits: { cases: 1 },
  });
  expect(leftovers).toMatchObject(expected);
  expect(service.things.size).toBe(expected.length);
});

test('a control that gets no answer is no item that certainly exists', async () => {
  let isAborted = false;
  const service = await startItemService(({ method, json }) => {
    if (method !== 'POST') return undefined;
    isAborted ||= JSON.stringify(json).includes('"size":7');
    return isAborted ? 'hang' : undefined;
  });
  const aborting = createNamedRule<Json, unknown>('a/aborts', {
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => {
      await items.create(body);
      return items.abort({ name: 'lost', size: 7 }, { abortAt: 'whole', marked: true });
    },
    then: () => held,
  });
  const { leftovers } = await runRules(service.url, [aborting], {
    collections: [{ ...testCollection, marker: '/name' }],
    limits: { cases: 1 },
    options: { timeoutMs: 20 },
  });
  expect([isAborted, leftovers.filter(({ mayExist }) => !mayExist), service.things.size]).toEqual([true, [], 0]);
});
