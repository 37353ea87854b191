import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

useSteadyClock();

test('a Location at another host is mapped by its path and noted, and no request is sent there', async () => {
  const { url: stranger, arrived: requests } = await startItemService();
  const made = new Map<string, Json>();
  const { url } = await startItemService(({ method, path, json }) => {
    if (method === 'GET' && path === '/things/t-elsewhere')
      return { status: 200, json: made.get('t-elsewhere') ?? null };
    if (method !== 'POST' || path !== '/things') return undefined;
    made.set('t-elsewhere', json ?? null);
    return { status: 201, headers: { location: `${stranger}/things/t-elsewhere` } };
  });
  const reads = createNamedRule('made/things', {
    needs: [creatable],
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => (await items.create(body as Json)).get(),
  });
  const { outcomes, notes } = await runRules(url, [reads], {
    collections: [{ ...testCollection, id: { pointer: '/nowhere' } }],
    limits: { cases: 2 },
  });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect(notes).toEqual([
    expect.stringMatching(
      new RegExp(
        `^POST /things \\(exchange \\d+\\) returned 201 with a Location at ${stranger}; no request is sent there`,
      ),
    ),
  ]);
  expect(requests).toEqual([]);
});
