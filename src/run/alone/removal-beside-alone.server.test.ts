import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { type Finding, violated } from '../../rule/finding.js';
import { defineNeed } from '../../rule/needs/need.js';
import type { Tools } from '../../rule/tools.js';
import { constant } from '../../rule/values/generators.js';
import { createNamedRule, runRules, startItemService, testCollection } from '../test-service.fixture.js';

useSteadyClock();

/** A promise that is resolved from outside. */
function createGate() {
  let open = () => {};
  const opened = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { open, opened };
}

const others = { ...testCollection, name: 'others', path: '/others', list: undefined, itemPath: undefined };

const createOne = async (_: unknown, { items }: Tools) => (await items.create({ name: 'one', size: 1 })).get();

/** Only on one of the two collections. */
const on = (name: string) => ({
  needs: [
    defineNeed('collection', {
      name: `on ${name}`,
      reason: 'it is another collection',
      enable: 'collections',
      isMet: (collection) => collection.name === name,
    }),
  ],
  given: () => constant(null),
  cases: 1,
});

const pair = [
  createNamedRule('a/leaves', { ...on('things'), when: createOne }),
  createNamedRule('b/watches', { ...on('things'), watches: 'collection', when: createOne }),
];

test('a trial that removes its items keeps no trial from running alone, and does not wait for one', async () => {
  const [created, repeated] = [createGate(), createGate()];
  let [creations, reads] = [0, 0];
  // The first trial removes its item when the second one has created its own, and the third one has seen its violation twice.
  const service = await startItemService(async ({ method, path }) => {
    if (method === 'POST' && ++creations === 2) created.open();
    if (method === 'DELETE') {
      await repeated.opened;
      for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
    }
    if (path === '/others' && ++reads > 1) {
      await created.opened;
      setImmediate(repeated.open);
    }
    return undefined;
  });
  const rules = [
    ...pair,
    createNamedRule<null, unknown>('c/repeats', {
      ...on('others'),
      when: async (_, { client }) => void (await client.send({ method: 'GET', path: '/others' })),
      then: (): Finding => violated({ expected: 1, actual: 2 }),
    }),
  ];
  const collections = [testCollection, others];
  const { outcomes, leftovers } = await runRules(service.url, rules, {
    collections,
    limits: { concurrency: 8 },
    idleMs: 2_000,
  });
  expect(outcomes.map(({ trial, verdict }) => [trial.rule, verdict])).toEqual([
    ['a/leaves', 'held'],
    ['b/watches', 'held'],
    ['c/repeats', 'violated'],
  ]);
  expect(leftovers).toEqual([]);
});

test('a trial that waits for the removals of another one is not aborted, however long they take', async () => {
  const created = createGate();
  let creations = 0;
  const service = await startItemService(async ({ method }) => {
    if (method === 'POST' && ++creations === 2) created.open();
    if (method !== 'DELETE') return undefined;
    await created.opened;
    await new Promise((done) => setTimeout(done, 700));
    return undefined;
  });
  const { outcomes } = await runRules(service.url, pair, { idleMs: 300, limits: { concurrency: 8 } });
  expect(outcomes).toMatchObject([{ verdict: 'held' }, { verdict: 'held' }]);
});
