import { expect, test } from 'vitest';
import type { Collection } from '#rule';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { audit, readableCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

/** Items of one kind only, so that their schema has no room for a marker. */
const schema = { type: 'object', properties: { name: { type: 'string', enum: ['a'] } }, required: ['name'] };
const create = { ...readableCollection.create, request: { mediaType: 'application/json', schema } };
const collection = { ...readableCollection, create } as Collection;

test('an older item that moves into the list is no copy of the removed one', async () => {
  const { rules } = await loadRuleSet();
  const { outcomes } = await audit(
    ({ method, path }, stored) =>
      method === 'GET' && path === '/things' ? { status: 200, json: [...stored.values()].slice(-3) } : undefined,
    {
      tried: rules.filter(({ id }) => id === 'idempotency/deleted-item-is-not-listed'),
      collections: [collection],
      existing: [1, 2, 3].map((n) => ({ id: `old${n}`, name: 'a' })),
      limits: { cases: 10, concurrency: 1 },
    },
  );
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
});
