import { expect, test } from 'vitest';
import type { Collection, JsonObject } from '#rule';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { runRules, type StubResponse, startItemService, testCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const rule = 'filters/filtered-list-has-only-matching-items';
const base: Collection = {
  ...testCollection,
  overrides: { '/shelfId': 'shelf-12' },
  filters: { shelfId: '/shelfId' },
  references: ['/shelfId'],
  read: { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] },
};

/** Audits a service that lists the items on the shelves which this function selects by the value of the filter. */
async function audit(isSelected: (shelf: string, value: string) => boolean, collection = base) {
  const service = await startItemService(({ method, path }): StubResponse | undefined => {
    const url = new URL(path, 'http://service.test');
    const value = url.searchParams.get('shelfId');
    if (method !== 'GET' || url.pathname !== '/things' || value === null) return undefined;
    const things = [...(service.things as Map<string, JsonObject>).values()];
    return {
      status: 200,
      json: things.filter(({ shelfId, shelfIds }) => isSelected(String(shelfId ?? shelfIds), value)),
    };
  });
  const catalogue = (await loadRuleSet()).rules.filter(({ id }) => id === rule);
  const { outcomes } = await runRules(service.url, catalogue, { collections: [collection], limits: { cases: 5 } });
  return outcomes[0];
}

test('a filter that selects by the beginning of an id is found, where items refer to one id only', async () => {
  const outcome = await audit((shelf, value) => shelf.startsWith(value));
  expect(outcome).toMatchObject({
    verdict: 'violated',
    counterexample: { expected: { '/shelfId': 'shelf-1' }, actual: { '/shelfId': 'shelf-12' } },
  });
});

test('a filter that ignores an id which nothing has is found', async () => {
  const outcome = await audit((_, value) => value !== 'shelf-1');
  expect(outcome).toMatchObject({ verdict: 'violated', counterexample: { actual: { '/shelfId': 'shelf-12' } } });
});

test('a filter that compares whole ids is not', async () => {
  expect((await audit((shelf, value) => shelf === value))?.verdict).not.toBe('violated');
});

test('where items refer to several in a list, a filter that selects by the beginning of an id is found', async () => {
  const filters = { shelfId: '/shelfIds' };
  const overrides = { '/shelfIds': [], '/shelfIds/0': 'shelf-12' };
  const collection = { ...base, filters, overrides, references: ['/shelfIds/0'] };
  const outcome = await audit((shelf, value) => shelf.startsWith(value), collection);
  expect(outcome).toMatchObject({ verdict: 'violated', counterexample: { expected: { '/shelfIds': 'shelf-1' } } });
  expect((await audit((shelf, value) => shelf === value, collection))?.verdict).not.toBe('violated');
});
