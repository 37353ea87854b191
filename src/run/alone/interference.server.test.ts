import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import { held, inconclusive, violated } from '../../rule/finding.js';
import { constant } from '../../rule/values/generators.js';
import { createNamedRule, type ReceivedRequest, runRules, startItemService } from '../test-service.fixture.js';

useSteadyClock();

const isNamed = (json: Json | undefined, name: string): boolean => isObject(json) && String(json.name).startsWith(name);

/** A signal that is given once. */
function createSignal() {
  let give = () => {};
  const given = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined);
  });
  return { give, given };
}

/**
 * A service whose items called "still" cannot be read as long as an item called "busy" exists. The first read waits for the first
 * "busy" item, and its first PUT waits for that read, so that the two overlap exactly once.
 */
async function startDisturbedService() {
  const [busy, read] = [createSignal(), createSignal()];
  const service = await startItemService(({ method, path, json }: ReceivedRequest) => {
    const id = path.split('/')[2] ?? '';
    const item = service.things.get(id);
    if (method === 'PUT' && isNamed(json, 'busy')) {
      busy.give();
      return read.given;
    }
    if (method !== 'GET' || !isNamed(item, 'still')) return undefined;
    const isDisturbed = () => [...service.things.values()].some((one) => isNamed(one, 'busy'));
    return busy.given.then(() => {
      const answer = isDisturbed() ? { status: 404 } : undefined;
      read.give();
      return answer as undefined;
    });
  });
  return service;
}

const busyRule = createNamedRule('b/busy', {
  given: () => constant(null),
  cases: 1,
  when: async (_, { items }) => {
    const item = await items.create({ name: 'busy', size: 1 });
    await item.put({ name: 'busy', size: 2 });
    return null;
  },
});

const createStillRule = (verdict: 'violated' | 'setup') =>
  createNamedRule<null, boolean>('a/still', {
    given: () => constant(null),
    cases: 1,
    when: async (_, { items }) => hasStatus(await (await items.create({ name: 'still', size: 1 })).get(), 200),
    then: (isRead) => {
      if (isRead) return held;
      return verdict === 'violated' ? violated({ expected: 200, actual: 404 }) : inconclusive('setup', 'it is gone');
    },
  });

test('what other trials caused is no violation, and their requests are named', async () => {
  const { url } = await startDisturbedService();
  const limits = { concurrency: 2 };
  const published: string[] = [];
  const { outcomes } = await runRules(url, [createStillRule('violated'), busyRule], {
    limits,
    onOutcome: ({ trial, verdict }) => published.push(`${trial.rule} ${verdict}`),
  });
  expect(outcomes[0]).toMatchObject({
    verdict: 'held',
    notes: [
      expect.stringMatching(
        /^violated once while other checks were under way, and never when it ran alone; they sent .*PUT \/things\/t\d+ \(exchange \d+\)/,
      ),
    ],
  });
  expect(outcomes[1]?.verdict).toBe('held');
  expect(published.sort()).toEqual(['a/still held', 'b/busy held']);
});

test('a violation that was seen once with nothing else under way stays open', async () => {
  let reads = 0;
  const { url } = await startItemService(({ method, path }) => {
    if (method === 'GET' && path !== '/things') reads += 1;
    return method === 'GET' && reads === 1 ? { status: 404 } : undefined;
  });
  const { outcomes } = await runRules(url, [createStillRule('violated')], { limits: { concurrency: 8 } });
  expect(outcomes[0]).toMatchObject({ verdict: 'inconclusive', cause: 'not-reproduced' });
});

test('a violation that comes and goes alone is not reproduced, with its frequency', async () => {
  let reads = 0;
  const { url } = await startItemService(({ method, path }) => {
    if (method !== 'GET' || path === '/things') return undefined;
    reads += 1;
    return reads % 3 === 1 ? { status: 404 } : undefined;
  });
  const { outcomes } = await runRules(url, [createStillRule('violated')], { limits: { concurrency: 8 } });
  expect(outcomes[0]).toMatchObject({
    verdict: 'inconclusive',
    cause: 'not-reproduced',
    why: expect.stringMatching(/^violated once, and [1-5] of 6 times when it was repeated alone$/),
  });
});

test('several rules that are never reproduced on one collection are noted as one finding', async () => {
  let reads = 0;
  const { url } = await startItemService(({ method, path }) => {
    if (method !== 'GET' || path === '/things') return undefined;
    reads += 1;
    return reads % 3 === 1 ? { status: 404 } : undefined;
  });
  const rules = ['a/one', 'a/two', 'a/three'].map((id) => ({ ...createStillRule('violated'), id }));
  const { notes } = await runRules(url, rules, { limits: { concurrency: 1 } });
  expect(notes).toContainEqual(expect.stringMatching(/^things is unstable under repetition: 3 rules were violated/));
});
