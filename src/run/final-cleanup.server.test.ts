import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { openClient } from '../http/client.js';
import { clock } from '../model/clock.js';
import { getAtPointer, type JsonObject } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import { held, violated } from '../rule/finding.js';
import { ExchangeLog } from './passive/exchange-log.js';
import { createNamedRule, runRules, startItemService, testCollection } from './test-service.fixture.js';

useSteadyClock();

const body = { name: 'x', size: 1 };
const readable: Collection = {
  ...testCollection,
  read: { ...testCollection.remove, method: 'GET' } as NonNullable<Collection['read']>,
};

/** A rule that takes for an effect of its own what is still going on after a creation. */
const hasty = createNamedRule('a/hasty', {
  when: async (_, { items }) => (await (await items.create(body)).get()).answer?.json,
  then: (seen) =>
    getAtPointer(seen as JsonObject, '/state') === 'new' ? violated({ expected: 'ready', actual: 'new' }) : held,
});

test('delayed work after a creation is judged when it is complete', async () => {
  const own = await startItemService(({ method, json }) => {
    const kept = own.things as Map<string, JsonObject>;
    if (method !== 'POST') return undefined;
    const id = `r${kept.size + 1}`;
    kept.set(id, { ...(json as JsonObject), id, state: 'new' });
    clock.schedule(300, () => void (kept.has(id) && kept.set(id, { ...kept.get(id), id, state: 'ready' })));
    return { status: 201, headers: { location: `/things/${id}` }, json: kept.get(id) ?? null };
  });
  const { outcomes } = await runRules(own.url, [hasty], { collections: [readable] });
  expect(outcomes[0]).toMatchObject({
    verdict: 'held',
    notes: [expect.stringMatching(/^held when reads wait two seconds after writes/)],
  });
});

test('a state that never completes is judged as it is', async () => {
  const { url } = await startItemService(({ method, path, json }) =>
    method === 'GET' && path !== '/things'
      ? { status: 200, json: { ...(json as JsonObject), state: 'new' } }
      : undefined,
  );
  const { outcomes } = await runRules(url, [hasty], { collections: [readable] });
  expect(outcomes[0]?.verdict).toBe('violated');
});

test('the writes are forgotten at the end, when the results need the memory', async () => {
  const { url: baseUrl } = await startItemService();
  const log = new ExchangeLog([]);
  const counts: number[] = [];
  await runRules(baseUrl, [hasty], {
    log,
    client: log.observe(openClient({ baseUrl })),
    onOutcome: () => counts.push(log.listWrites().length),
  });
  expect([counts[0], log.listWrites().length]).toEqual([expect.any(Number), 0]);
  expect(counts[0]).toBeGreaterThan(0);
});
