import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import type { JsonObject } from '../../model/json.js';
import {
  createBodyRule,
  markedCollection,
  type ReceivedRequest,
  runRules,
  startItemService,
} from '../test-service.fixture.js';

useSteadyClock();

/** Creates an item, and sends a body that the service refuses. */
const refusing = createBodyRule('a/refused', {
  when: async (body, { items }) => {
    await items.create(body);
    return items.post({ ...(body as JsonObject), size: -1 }, { marked: true });
  },
});

const isList = ({ method, path }: ReceivedRequest) => method === 'GET' && !path.startsWith('/things/');

/** Audits a service that stores what it refuses; its list shows an item after `listMs`, counted anew for each reading. */
async function audit({ status = 422, listMs = () => 0 }) {
  const storedAt = new Map<string, number>();
  const service = await startItemService((arrival, n) => {
    const stored = service.things as Map<string, JsonObject>;
    const { method, json } = arrival;
    if (isList(arrival)) {
      const hidden = listMs();
      for (const id of stored.keys()) if (!storedAt.has(id)) storedAt.set(id, clock.now());
      return { status: 200, json: [...stored.values()].filter(({ id }) => isOlder(storedAt.get(String(id)), hidden)) };
    }
    if (method !== 'POST' || Number((json as JsonObject).size) >= 0) return undefined;
    stored.set(`s${n}`, { ...(json as JsonObject), id: `s${n}` });
    storedAt.set(`s${n}`, clock.now());
    return { status };
  });
  const begun = clock.now();
  const { leftovers } = await runRules(service.url, [refusing], {
    collections: [markedCollection],
    limits: { cases: 1 },
  });
  return { leftovers, left: service.things.size, ms: clock.now() - begun };
}

const isOlder = (time: number | undefined, ms: number): boolean => time !== undefined && clock.now() - time >= ms;

test('a refused creation is searched soon where the list shows new items at once', async () => {
  const { leftovers, left, ms } = await audit({});
  expect([leftovers, left]).toEqual([[], 0]);
  expect(ms).toBeLessThan(2_000);
});

test.each([
  ['the list shows new items late', { listMs: () => 1_500 }],
  ['only some readings of the list show new items at once', { listMs: alternate(0, 1_500) }],
  ['the service may still be at work', { status: 408 }],
])('a refused creation is searched after three seconds where %s', async (_, service) => {
  const { leftovers, left, ms } = await audit(service);
  expect([leftovers, left]).toEqual([[], 0]);
  expect(ms).toBeGreaterThanOrEqual(3_000);
});

function alternate(...values: readonly number[]): () => number {
  let turn = 0;
  return () => values[turn++ % values.length] ?? 0;
}
