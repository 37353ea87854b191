import { describe, expect, test } from 'vitest';
import type { Collection, JsonObject } from '#rule';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const rule = 'absence/missing-item-answers-404';
const patchable: Collection = {
  ...testCollection,
  read: { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] },
  patch: { ...(testCollection.replace as NonNullable<Collection['replace']>), method: 'PATCH' },
};

async function audit(instead: (arrival: ReceivedRequest, stored: Map<string, JsonObject>) => StubResponse | undefined) {
  const service = await startItemService((arrival) => instead(arrival, service.things as Map<string, JsonObject>));
  const catalogue = (await loadRuleSet()).rules.filter(({ id }) => id === rule);
  const { outcomes } = await runRules(service.url, catalogue, { collections: [patchable], limits: { cases: 3 } });
  return { ...service, outcome: outcomes[0] };
}

const missing = ({ method, path }: ReceivedRequest, stored: Map<string, JsonObject>): StubResponse | undefined =>
  method === 'PATCH' && !stored.has(path.slice('/things/'.length)) ? { status: 404 } : undefined;

describe('PATCH of what was deleted', () => {
  test('is not sent when another item has its id', async () => {
    const others = new Set<string>();
    const { arrived, outcome } = await audit((arrival, stored) => {
      const id = arrival.path.slice('/things/'.length);
      if (arrival.method !== 'DELETE' || others.has(id)) return missing(arrival, stored);
      others.add(id);
      stored.set(id, { id, name: 'another client', size: 999_999 });
      return { status: 204 };
    });
    expect(outcome).toMatchObject({ verdict: 'inconclusive', cause: 'noise' });
    expect(outcome?.why).toContain('the service reused the id');
    const patched = arrived.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
    expect(patched.length).toBeGreaterThan(0);
    expect(patched.filter((path) => others.has(path.slice('/things/'.length)))).toEqual([]);
  });

  test('is sent when the item is missing, and violates the rule when it restores the item', async () => {
    const kept = new Map<string, JsonObject>();
    const { outcome } = await audit((arrival, stored) => {
      const id = arrival.path.slice('/things/'.length);
      if (arrival.method === 'DELETE') kept.set(id, stored.get(id) ?? kept.get(id) ?? {});
      if (arrival.method !== 'PATCH' || !kept.has(id)) return missing(arrival, stored);
      stored.set(id, { ...kept.get(id), ...(arrival.json as JsonObject) });
      return { status: 200, json: stored.get(id) ?? null };
    });
    expect(outcome).toMatchObject({ verdict: 'violated', counterexample: { actual: 'PATCH returned 200' } });
  });
});
