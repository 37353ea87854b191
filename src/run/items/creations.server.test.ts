import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  markedCollection,
  type ReceivedRequest,
  runRules,
  type Stored,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const posting = (id: string) =>
  createBodyRule(id, {
    when: async (body, { items }) => items.post(body),
  });
const rules = ['a', 'b', 'c', 'd'].map(posting);

let count = 0;

/** Creates items, and returns only a success status. */
const silentIn =
  (stored: () => Stored, isListing: boolean) =>
  ({ method, json }: ReceivedRequest): StubResponse | undefined => {
    if (method === 'GET' && !isListing) return { status: 200, json: [] };
    if (method !== 'POST' || !isObject(json)) return undefined;
    count += 1;
    const id = `s${count}`;
    stored().set(id, { ...json, id });
    return { status: 200, json: { ok: true } };
  };

async function audit(collection: Collection, isListing: boolean, concurrency = 4) {
  const service = await startItemService((arrival) => silentIn(() => service.things, isListing)(arrival));
  const result = await runRules(service.url, rules, { collections: [collection], limits: { concurrency } });
  return { ...service, ...result };
}

describe('a creation without an address in its response', () => {
  test('is found in the list by its marker, used, and removed', async () => {
    const { outcomes, things: stored, leftovers } = await audit(markedCollection, true);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(rules.map(() => 'held'));
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  test.each<[string, Collection, boolean]>([
    ['it carries no mark', testCollection, true],
    ['the list does not show it', markedCollection, false],
    ['there is no list', without(markedCollection), false],
  ])('is the last one when %s', async (_, collection, isListing) => {
    const { outcomes, things: stored, leftovers, arrived } = await audit(collection, isListing);
    expect(stored.size).toBe(1);
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(leftovers).toMatchObject([{ why: expect.stringContaining('its address never became known') }]);
    const undecided = outcomes.filter(({ verdict }) => verdict === 'inconclusive');
    expect(undecided.length).toBeGreaterThanOrEqual(3);
    for (const { cause, why } of undecided) {
      expect(cause).toBe('setup');
      expect(why).toMatch(/^no more items are created in things: the item created in exchange \d+ /);
    }
  });

  test('does not stop creations when other responses had an address', async () => {
    let made = 0;
    const { url, arrived } = await startItemService(({ method }) => {
      if (method === 'POST') made += 1;
      return method === 'POST' && made % 2 === 0 ? { status: 204 } : undefined;
    });
    await runRules(url, rules, { collections: [markedCollection], limits: { concurrency: 1 } });
    // The last one shows that the list contains new items.
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(41);
  });
});

function without({ list: _, ...rest }: Collection): Collection {
  return rest;
}
