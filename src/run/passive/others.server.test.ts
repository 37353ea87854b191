import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { hasStatus } from '../../model/exchange.js';
import type { Operation } from '../../model/service/operation.js';
import { held, inconclusive } from '../../rule/finding.js';
import { observeOthers } from '../../rule/rule.js';
import { constant } from '../../rule/values/generators.js';
import {
  createNamedRule,
  type ItemService,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const operation = (method: Operation['method'], path: string): Operation => ({
  ...{ method, path, provenance: 'declared', statuses: [], parameters: [] },
});

/** Creates an item, sends the requests of other checks, and reads the item; judges nothing about it. */
const bystander = createNamedRule<null, boolean>('a/bystander', {
  given: () => constant(null),
  cases: 3,
  when: async (_, { items, client }) => {
    const item = await items.create({ name: 'watched', size: 1 });
    await item.get();
    await client.trySend({ method: 'GET', path: '/things' });
    await client.trySend({ method: 'GET', path: '/things/unknown' });
    await client.trySend({ method: 'DELETE', path: '/things/unknown' });
    await item.get();
    return true;
  },
  then: (isDone) => (isDone ? held : inconclusive('setup', 'it was not done')),
});

const reading = createNamedRule('b/reading', {
  observes: observeOthers({ by: ({ method }) => method === 'GET' }),
});
const removing = createNamedRule('b/removing', {
  observes: observeOthers({ by: ({ method }) => method === 'DELETE' }),
});

type Instead = (arrival: ReceivedRequest, service: ItemService) => StubResponse | undefined;

async function auditWith(instead: Instead, rules = [bystander, reading, removing]) {
  const service: ItemService = await startItemService((arrival) => instead(arrival, service));
  const { outcomes, leftovers } = await runRules(service.url, rules, {
    collections: [{ ...testCollection, read: operation('GET', '/things/{id}'), marker: '/name' }],
    limits: { cases: 10, concurrency: 4 },
    subjectsOf: (known) => [...known, { kind: 'service', name: 'service', collections: known }],
  });
  return { outcomes: outcomes.filter(({ verdict }) => verdict === 'violated'), leftovers };
}

const isOf = (method: string, path: string, arrival: ReceivedRequest) =>
  arrival.method === method && arrival.path === path;

const newest = ({ things }: ItemService) => [...things].at(-1);

const removeNewest = (service: ItemService) => {
  const [id = ''] = newest(service) ?? [];
  service.things.delete(id);
};

describe('an item that changes or vanishes while no request names it', () => {
  test('is blamed on the request that does it again, by the rule that claims it', async () => {
    const { outcomes, leftovers } = await auditWith((arrival, service) => {
      if (isOf('DELETE', '/things/unknown', arrival)) removeNewest(service);
      return undefined;
    });
    expect(outcomes).toMatchObject([
      {
        trial: { rule: 'b/removing', subject: { name: 'DELETE /things/{id}' } },
        counterexample: {
          actual: `after DELETE, which returned 404, another item of ${testCollection.name} is gone`,
          seenAgain: '5 of 5',
        },
      },
    ]);
    const shown = outcomes[0]?.counterexample?.exchanges.map(
      ({ request, answer }) => `${request.method} ${answer?.status}`,
    );
    expect(shown).toEqual(['GET 200', 'DELETE 404', 'GET 404']);
    expect(leftovers).toEqual([]);
  });

  test('is blamed on a read that does it', async () => {
    const { outcomes } = await auditWith((arrival, service) => {
      const [id = '', thing] = newest(service) ?? [];
      if (isOf('GET', '/things/unknown', arrival) && thing !== undefined)
        service.things.set(id, { ...thing, name: 'lost' });
      return undefined;
    });
    expect(outcomes).toMatchObject([
      {
        trial: { rule: 'b/reading', subject: { name: 'GET /things/{id}' } },
        counterexample: {
          actual: `after GET, which returned 404, another item of ${testCollection.name} has other values: {"name":"lost"}`,
        },
      },
    ]);
  });

  test('is blamed on nothing where it happens without a request, too', async () => {
    let reads = 0;
    const { outcomes } = await auditWith((arrival, service) => {
      if (arrival.method === 'GET' && /things\/t/.test(arrival.path)) reads += 1;
      if (reads % 2 === 0) removeNewest(service);
      return undefined;
    });
    expect(outcomes).toEqual([]);
  });

  test('is blamed on nothing where it happened once', async () => {
    let isDone = false;
    const { outcomes } = await auditWith((arrival, service) => {
      if (isOf('DELETE', '/things/unknown', arrival) && !isDone) {
        isDone = true;
        removeNewest(service);
      }
      return undefined;
    });
    expect(outcomes).toEqual([]);
  });

  test('is blamed on nothing where a number changes, such as a position', async () => {
    const { outcomes } = await auditWith((arrival, service) => {
      const [id = '', thing] = newest(service) ?? [];
      if (isOf('DELETE', '/things/unknown', arrival) && thing !== undefined)
        service.things.set(id, { ...thing, size: Number(thing.size) + 1 });
      return undefined;
    });
    expect(outcomes).toEqual([]);
  });

  test('is not examined where a rule about other items is violated already', async () => {
    const known = createNamedRule<null, boolean>('b/known', {
      given: () => constant(null),
      when: async (_, { items }) => {
        const [item, other] = [await items.create({ name: 'x', size: 1 }), await items.create({ name: 'y', size: 1 })];
        await item.delete();
        return hasStatus(await other.get(), 200);
      },
      then: () => ({ verdict: 'violated', grounds: { expected: 'nothing', actual: 'something' } }) as const,
      observes: observeOthers({ by: ({ method }) => method === 'PUT' }),
    });
    const { outcomes } = await auditWith(
      (arrival, service) => {
        if (isOf('DELETE', '/things/unknown', arrival)) removeNewest(service);
        return undefined;
      },
      [bystander, known, removing],
    );
    expect(outcomes.map(({ trial }) => trial.rule)).toEqual(['b/known']);
  });
});
