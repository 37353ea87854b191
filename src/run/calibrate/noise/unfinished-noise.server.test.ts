import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../../test/support/use-steady-clock.js';
import { clock, pause } from '../../../model/clock.js';
import type { Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { held, violated } from '../../../rule/finding.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../test-service.fixture.js';

useSteadyClock();

const readable: Collection = {
  ...testCollection,
  read: { ...testCollection.list, path: '/things/{id}' } as NonNullable<Collection['read']>,
  deletion: { ...testCollection.deletion, mode: 'hard' },
};

/** Runs a rule that finds a violation where an item that nothing changes differs after a second and a half. */
async function runSteadyRule(
  concurrency: number,
  instead?: (arrival: ReceivedRequest, things: ReadonlyMap<string, Json>) => StubResponse | undefined,
) {
  const begun: number[] = [];
  const rule = createNamedRule<Json, readonly (Json | undefined)[]>('a/steady', {
    cases: 1,
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => {
      begun.push(clock.now());
      const item = await items.create(body);
      const first = await item.get();
      await pause(1_500);
      return [first.answer?.json, (await item.get()).answer?.json];
    },
    then: ([first, second], { withoutNoise }) =>
      JSON.stringify(withoutNoise(first)) === JSON.stringify(withoutNoise(second))
        ? held
        : violated({ expected: 'no change', actual: 'a change', shows: [] }),
  });
  const service = await startItemService((arrival) => instead?.(arrival, service.things));
  const from = clock.now();
  const { outcomes, leftovers } = await runRules(service.url, [rule], {
    collections: [readable],
    limits: { concurrency, cases: 1 },
  });
  const deletions = service.arrived.filter(({ method }) => method === 'DELETE').length;
  return {
    verdicts: outcomes.map(({ verdict }) => verdict),
    begunAfter: begun.map((at) => at - from),
    left: [leftovers.length, service.things.size],
    deletions,
  };
}

const tickMs = 1_000;
const isItem = ({ method, path }: ReceivedRequest) => method === 'GET' && /^\/things\/[^/?]+$/.test(path);

/** Shows each item with the present second. */
function showSecond(arrival: ReceivedRequest, things: ReadonlyMap<string, Json>): StubResponse | undefined {
  const item = isItem(arrival) ? things.get(arrival.path.split('/')[2] ?? '') : undefined;
  if (item === undefined) return undefined;
  return { status: 200, json: { ...(item as object), second: Math.floor(clock.epochMs() / 1000) } };
}

test('trials begin before a clock tick is over, where cases run side by side', async () => {
  const { begunAfter, ...rest } = await runSteadyRule(8);
  expect(rest).toMatchObject({ verdicts: ['held'], left: [0, 0] });
  expect(begunAfter).toEqual([expect.any(Number)]);
  expect(begunAfter[0]).toBeLessThan(tickMs);
});

test('trials begin after the clock tick, where one case runs at a time', async () => {
  const { begunAfter, ...rest } = await runSteadyRule(1);
  expect(rest).toMatchObject({ verdicts: ['held'], left: [0, 0] });
  expect(begunAfter).toHaveLength(1);
  expect(begunAfter[0]).toBeGreaterThan(tickMs);
});

test.each([1, 8])(
  'noise that only a clock tick shows violates nothing, with %d cases at a time',
  async (concurrency) => {
    const { verdicts, left, begunAfter } = await runSteadyRule(concurrency, showSecond);
    expect({ verdicts, left }).toEqual({ verdicts: ['held'], left: [0, 0] });
    // The trial that began without knowing the noise ran again.
    expect(begunAfter.length).toBeGreaterThan(concurrency === 1 ? 0 : 1);
  },
);

test('trials do not run again where an item changed, but none does while it is left alone', async () => {
  let isChanged = false;
  const { verdicts, left, begunAfter } = await runSteadyRule(8, (arrival, things) => {
    if (isItem(arrival) && things.size === 3 && !isChanged) {
      // Another request changes the item that is left alone, once.
      isChanged = true;
      const [first] = things.values();
      Object.assign(first as object, { name: 'changed' });
    }
    return undefined;
  });
  expect({ verdicts, left, begun: begunAfter.length }).toEqual({ verdicts: ['held'], left: [0, 0], begun: 1 });
  expect(isChanged).toBe(true);
});
