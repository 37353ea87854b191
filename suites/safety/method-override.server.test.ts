import { expect, test } from 'vitest';
import type { Collection, JsonObject } from '#rule';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { runRules, startItemService, testCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const operation = { path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const;
const collection: Collection = {
  ...testCollection,
  itemPath: '/things/{id}?tenant=north',
  read: { ...operation, method: 'GET' },
  remove: { ...operation, method: 'DELETE' },
};

/** The verdict of the rule on a service whose items have a query in their address. */
async function judge(isOverridden: boolean) {
  const service = await startItemService(({ method, path, json }) => {
    const stored = service.things as Map<string, JsonObject>;
    const { pathname, searchParams: query } = new URL(path, 'http://a');
    const id = pathname.slice('/things/'.length);
    if (method === 'POST') {
      stored.set(`t${stored.size}`, { ...(json as JsonObject), id: `t${stored.size}` });
      const made = [...stored.values()].at(-1) ?? {};
      return { status: 201, headers: { location: `/things/${made.id}?tenant=north` }, json: made };
    }
    if (id === '') return undefined;
    if (query.get('tenant') !== 'north') return { status: 400 };
    const found = stored.get(id);
    if (method === 'DELETE' || (isOverridden && query.has('_method'))) stored.delete(id);
    return found === undefined ? { status: 404 } : { status: 200, json: found };
  });
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'safety/method-override-does-not-write');
  const { outcomes } = await runRules(service.url, rules, { collections: [collection], permit: 'deletes' });
  return outcomes[0]?.verdict;
}

test('a query that turns GET into DELETE is found where the address of an item has a query', async () => {
  expect([await judge(true), await judge(false)]).toEqual(['violated', 'held']);
});
