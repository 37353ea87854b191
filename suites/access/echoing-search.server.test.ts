import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/model/json.js';
import { runRules, type StubResponse, startItemService, testCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import rule from './private-items-are-not-found-by-others.js';

useSteadyClock();

const collection = {
  ...testCollection,
  isPrivate: true,
  callers: ['full', 'otherTenant'] as const,
  read: { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const,
  searches: [{ path: '/search', name: 'q' }],
};

/** Audits a service whose clients choose the ids of items; its search repeats the query, and finds nothing. */
async function audit() {
  const stored = new Map<string, JsonObject>();
  const service = await startItemService(({ method, path, json }): StubResponse | undefined => {
    if (method === 'POST' && isObject(json)) {
      stored.set(String(json.name), { ...json, id: json.name ?? null });
      return { status: 201, json: { id: json.name ?? null } };
    }
    const item = stored.get(decodeURIComponent(path.slice('/things/'.length)));
    if (path.startsWith('/things/')) {
      if (method === 'DELETE') stored.clear();
      return item ? { status: 200, json: item } : { status: 404 };
    }
    if (!path.startsWith('/search')) return undefined;
    const query = new URL(path, 'http://service.test').searchParams.get('q') ?? '';
    return { status: 200, json: { query, hits: [] } };
  });
  const callers = {
    full: { headers: {}, query: {} },
    otherTenant: { headers: { authorization: 'Bearer other' }, query: {} },
  };
  const { outcomes } = await runRules(
    service.url,
    [{ id: 'access/found', rule: { ...rule, level: 'MUST', family: 'convention', elsewhere: undefined, assumes: [] } }],
    { collections: [collection], limits: { cases: 1 }, options: { callers } },
  );
  return outcomes.find(({ trial }) => trial.rule === 'access/found');
}

test('a search that repeats its query, which is the id of the item, found nothing by that', async () => {
  expect(await audit()).toMatchObject({ verdict: 'inconclusive', cause: 'no-usable-case' });
});
