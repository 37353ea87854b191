import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { createBodyRule, markedCollection, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

/** Creates an item, and one whose response is lost. */
const creating = createBodyRule('a/creates', {
  when: async (body, { items }) => {
    await items.create(body);
    return items.abort(body, { abortAt: 'whole', marked: true });
  },
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
    collections: [markedCollection],
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
  const aborting = createBodyRule('a/aborts', {
    when: async (body, { items }) => {
      await items.create(body);
      return items.abort({ name: 'lost', size: 7 }, { abortAt: 'whole', marked: true });
    },
  });
  const { leftovers } = await runRules(service.url, [aborting], {
    collections: [markedCollection],
    limits: { cases: 1 },
    options: { timeoutMs: 20 },
  });
  expect([isAborted, leftovers.filter(({ mayExist }) => !mayExist), service.things.size]).toEqual([true, [], 0]);
});
