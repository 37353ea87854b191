import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { clock } from '../model/clock.js';
import { at, type JsonObject } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import { held, violated } from '../rule/finding.js';
import { named, runRules, shelf, things } from './test-service.fixture.js';

useSteadyClock();

const body = { name: 'x', size: 1 };
const readable: Collection = {
  ...things,
  read: { ...things.remove, method: 'GET' } as NonNullable<Collection['read']>,
};

/** A rule that takes for an effect of its own what is still going on after a creation. */
const hasty = named('a/hasty', {
  when: async (_, { items }) => (await (await items.make(body)).get()).answer?.json,
  then: (seen) => (at(seen as JsonObject, '/state') === 'new' ? violated({ expected: 'ready', actual: 'new' }) : held),
});

test('what a service finishes by itself after a creation is judged when it is finished', async () => {
  const own = await shelf(({ method, json }) => {
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
    notes: [expect.stringMatching(/^held where what was written is given two seconds to be shown/)],
  });
});

test('what stays as it is, is', async () => {
  const { url } = await shelf(({ method, path, json }) =>
    method === 'GET' && path !== '/things'
      ? { status: 200, json: { ...(json as JsonObject), state: 'new' } }
      : undefined,
  );
  const { outcomes } = await runRules(url, [hasty], { collections: [readable] });
  expect(outcomes[0]?.verdict).toBe('violated');
});
