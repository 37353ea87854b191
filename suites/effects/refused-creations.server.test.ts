import { expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import type { Operation } from '../../src/model/service/operation.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { audit, readableCollection } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const tried = (await loadRuleSet()).rules.filter(({ id }) => id === 'effects/refused-writes-add-nothing-to-any-list');

const schema: JsonObject = {
  type: 'object',
  required: ['code', 'name'],
  properties: { code: { type: 'string' }, name: { type: 'string' } },
};
const create = { ...readableCollection.create, request: { mediaType: 'application/json', schema } } as Operation;

/** Each new item gets values of its own in all members. */
const collection = { ...readableCollection, create, replace: undefined, unique: ['/code'] };

test.each([
  [false, 'held'],
  [true, 'violated'],
])('content that lacks a unique member is sent; it is stored: %s', async (isStored, verdict) => {
  let refused = 0;
  const { outcomes } = await audit(
    ({ method, json }, stored) => {
      const { code, name } = (json ?? {}) as JsonObject;
      if (method !== 'POST' || (typeof code === 'string' && typeof name === 'string')) return undefined;
      refused += 1;
      if (isStored) stored.set(`r${refused}`, { id: `r${refused}` });
      return { status: 400 };
    },
    { tried, collections: [collection] },
  );
  expect(outcomes).toMatchObject([{ verdict }]);
  expect(refused).toBeGreaterThan(0);
});
