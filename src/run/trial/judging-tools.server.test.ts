import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { held, violated } from '../../rule/finding.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';
import { createJudgingTools } from './experiment.js';

useSteadyClock();

const dialect = {
  deleteMissing: 'not-found',
  deletedItem: 'not-found',
  created: [201],
  hideExistence: false,
  badSyntax: [400],
  badMeaning: [422],
  conflict: [409],
  keyMismatch: [422],
  extraStatuses: [],
} as const;
const collection = { ...testCollection, volatile: ['/declared'], accessStatistics: ['/views'] };
const judging = createJudgingTools(collection, ['/lines/*/at'], { dialect });

const shown: Json = {
  id: 1,
  declared: 'x',
  views: 3,
  lines: [{ at: 'x', sku: 'a' }],
  updated_at: 'x',
  lastModifiedBy: 'me',
  'row-version': 2,
  deep: { ETag: 'x', kept: true },
  createdAt: 'x',
  status: 'updated',
  updates: 4,
};

describe('compared values', () => {
  test('omit declared and learned noise', () => {
    const { declared: _, views: __, lines: ___, ...rest } = shown as Record<string, Json>;
    expect(judging.withoutNoise(shown)).toEqual({ ...rest, lines: [{ sku: 'a' }] });
  });

  test('omit the bookkeeping of a write, and no other member', () => {
    expect(judging.withoutBookkeeping(shown)).toEqual({
      id: 1,
      lines: [{ sku: 'a' }],
      deep: { kept: true },
      createdAt: 'x',
      status: 'updated',
      updates: 4,
    });
  });

  test('distinguish the kinds of noise', () => {
    expect([judging.isVolatile('/lines/4/at'), judging.isAccessStatistic('/lines/4/at')]).toEqual([true, false]);
    expect([judging.isVolatile('/views'), judging.isAccessStatistic('/views')]).toEqual([false, true]);
  });
});

test('a difference is inconclusive if the noise of the service is unknown', async () => {
  const readable: Collection = {
    ...testCollection,
    read: { ...testCollection.list, path: '/things/{id}' } as Collection['read'] & object,
  };
  const twice = (isLeaning: boolean) =>
    createNamedRule(isLeaning ? 'a' : 'b', {
      when: async () => null,
      then: (_, { withoutNoise }) =>
        (isLeaning ? withoutNoise({ at: 1 }) : null) === undefined ? held : violated({ expected: 1, actual: 2 }),
    });
  const { url } = await startItemService(({ method, path }) =>
    method === 'GET' && path !== '/things' ? { status: 404 } : undefined,
  );
  const { outcomes } = await runRules(url, [twice(true), twice(false)], { collections: [readable] });
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'noise' }, { verdict: 'violated' }]);
});

test('noise that appears rarely is learned again before a violation is reported', async () => {
  let reads = 0;
  const readable: Collection = {
    ...testCollection,
    read: { ...testCollection.list, path: '/things/{id}' } as Collection['read'] & object,
  };
  const { url } = await startItemService(({ method, path }) => {
    if (method !== 'GET' || path === '/things') return undefined;
    reads += 1;
    return { status: 200, json: { name: 'x', size: 1, servedBy: reads < 9 ? 'a' : 'abcac'.charAt((reads * 7) % 5) } };
  });
  const steadily = createNamedRule('a', {
    when: async (_, { items }) => {
      const item = await items.create({ name: 'x', size: 1 });
      const shown: (Json | undefined)[] = [];
      while (shown.length < 5) shown.push((await item.get()).answer?.json);
      return shown;
    },
    then: (shown, { withoutNoise }) => {
      const texts = new Set((shown as Json[]).map((json) => JSON.stringify(withoutNoise(json))));
      return texts.size === 1 ? held : violated({ expected: 1, actual: texts.size });
    },
  });
  const { outcomes } = await runRules(url, [steadily], { collections: [readable], limits: { cases: 4 } });
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
});
