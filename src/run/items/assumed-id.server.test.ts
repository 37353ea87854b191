import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { JsonObject } from '../../model/json.js';
import { createFact } from '../../model/service/operation.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import {
  createNamedRule,
  type ItemService,
  readableCollection,
  runRules,
  startItemService,
} from '../test-service.fixture.js';

useSteadyClock();

/** Creates an item, and reads it at its address. */
const reads = createNamedRule('made/things', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => (await (await items.create(body)).get()).answer?.status,
});

type Answer = (made: JsonObject, ref: string) => JsonObject;

/** A document says neither which member has the id nor what a creation returns. */
async function runWith(answer: Answer, show: (thing: JsonObject, ref: string) => JsonObject) {
  let count = 0;
  const service: ItemService = await startItemService(({ method, path, json }) => {
    const { things } = service;
    if (method === 'POST') {
      const ref = `0959011e-ca99-4974-a1a3-f79120782${++count + 100}`;
      things.set(ref, json as JsonObject);
      return { status: 201, json: answer(json as JsonObject, ref) };
    }
    if (path === '/things') return { status: 200, json: [...things].map(([ref, thing]) => show(thing, ref)) };
    const ref = path.split('/').at(-1) ?? '';
    const thing = things.get(ref);
    return method === 'GET' && thing ? { status: 200, json: show(thing, ref) } : undefined;
  });
  const of = service.things;
  of.set('another', { name: 'of others', size: 1 });
  const facts = [createFact('id', '/id', 'assumed', 'GET /things')];
  const run = await runRules(service.url, [reads], {
    collections: [{ ...readableCollection, facts }],
    limits: { cases: 3 },
  });
  return { ...run, things: [...of.keys()], deleted: service.arrived.filter(({ method }) => method === 'DELETE') };
}

test('is in the only member of a creation, where the item shows it, too', async () => {
  const shows = (thing: JsonObject, ref: string) => ({ avtaleRef: ref, ...thing });
  const { outcomes, leftovers, things } = await runWith((_, avtaleRef) => ({ avtaleRef }), shows);
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  expect([leftovers, things]).toEqual([[], ['another']]);
});

test.each<[string, Answer]>([
  ['leads to an item of others', () => ({ version: 'another' })],
  ['leads to nothing', () => ({ version: 'v7' })],
])('is not in a member that %s', async (_, answer) => {
  const { outcomes, deleted, things } = await runWith(answer, (thing, ref) => ({ version: ref, ...thing }));
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
  expect(deleted).toEqual([]);
  expect(things).toContain('another');
});
