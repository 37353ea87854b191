import { describe, expect, test } from 'vitest';
import { type Collection, isObject, type Json, type JsonObject } from '../rule/index.js';
import { type Arrival, named, type Reply, runRules, shelf, things } from './things.fixture.js';

const marked: Collection = { ...things, marker: '/name' };
const making = named<Json, unknown>('a/make', {
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => items.post(body, { marked: true }),
});

type Stored = Map<string, JsonObject>;

const audit = async (instead: (arrival: Arrival, stored: Stored) => Reply | undefined, collection = marked) => {
  const stock = (): Stored => service.things as Stored;
  const service = await shelf((arrival) => instead(arrival, stock()));
  const result = await runRules(service.url, [making], { collections: [collection], limits: { cases: 3 } });
  return { ...service, ...result };
};

describe('at the end, a list is looked through for what may stand there', () => {
  test('where creations lead elsewhere (303)', async () => {
    let made = 0;
    const { things: left, leftovers } = await audit(({ method, json }, stored) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      made += 1;
      stored.set(`e${made}`, { ...json, id: `e${made}` });
      return { status: 303, headers: { location: '/things' } };
    });
    expect([left.size, leftovers]).toEqual([0, []]);
  });

  test('where a removal came too early', async () => {
    const early = new Set<string>();
    const { things: left, leftovers } = await audit(({ method, path }) => {
      if (method !== 'DELETE' || early.has(path)) return undefined;
      early.add(path);
      return { status: 404 };
    });
    expect([left.size, leftovers]).toEqual([0, []]);
  });

  test('where a removal was accepted and never done, and what stays is told', async () => {
    const { things: left, leftovers } = await audit(({ method }) =>
      method === 'DELETE' ? { status: 202 } : undefined,
    );
    expect(left.size).toBe(3);
    expect(leftovers).toHaveLength(3);
    expect(leftovers[0]?.why).toBe('it is still in the list after it was removed');
  });

  test('and not where all went well', async () => {
    const { arrived } = await audit(() => undefined);
    expect(arrived.filter(({ method }) => method === 'GET')).toEqual([]);
  });
});
