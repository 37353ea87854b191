import { expect, test } from 'vitest';
import type { Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import type { Rule } from '../../rule/rule.js';
import { createNamedRule, testCollection } from '../test-service.fixture.js';
import { ClaimQueue } from './claim-queue.js';
import { schedule } from './schedule.js';

const others: Collection = { ...testCollection, name: 'others' };
const rules = new Map<string, Rule>();

const trial = (id: string, parts: Partial<Rule> = {}): Trial => {
  const { rule } = createNamedRule(id, parts as Parameters<typeof createNamedRule>[1]);
  rules.set(id, rule);
  return { rule: id, level: rule.level, touches: rule.touches, subject: testCollection };
};

const turnLoop = async (times = 5) => {
  for (let i = 0; i < times; i += 1) await new Promise(setImmediate);
};

interface Observed {
  readonly concurrency?: number;
  readonly ready?: Promise<void>;
  readonly collection?: Collection;
  readonly repeated?: readonly string[];
  readonly violated?: readonly string[];
}

/** Runs trials and one side task; lists what began and ended. */
async function observe(
  trials: readonly Trial[],
  {
    concurrency = 8,
    ready = Promise.resolve(),
    collection = testCollection,
    repeated = [],
    violated = [],
  }: Observed = {},
) {
  const events: string[] = [];
  const go = async (name: string) => {
    events.push(`${name} begins`);
    await turnLoop();
    events.push(`${name} ends`);
    return name;
  };
  let finish = () => {};
  const isDone = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const runAgain = new Set(repeated);
  const outcomes = await schedule(
    trials,
    {
      ...{ queue: new ClaimQueue(), rules, concurrency, collections: [testCollection, others] },
      sideTasks: [{ collection, ready, go: () => go('task').then(finish) }],
    },
    {
      go: ({ rule }) => go(rule),
      settle: ({ rule }) => {
        events.push(`${rule} is settled`);
        return rule;
      },
      mustRepeat: ({ rule }) => (runAgain.delete(rule) ? isDone.then(() => true) : undefined),
      isViolated: (rule) => violated.includes(rule),
    },
  );
  return { events, outcomes };
}

test('a side task runs beside trials with items of their own, and apart from one that runs alone', async () => {
  const { events } = await observe([trial('a')]);
  expect(events.slice(0, 2)).toEqual(['a begins', 'task begins']);
  const alone = await observe([trial('alone', { watches: 'collection' })], { ready: turnLoop(3) });
  expect(alone.events).toEqual(['task begins', 'task ends', 'alone begins', 'alone ends', 'alone is settled']);
  // One that others wait for begins before, and the task when it has ended.
  const urgent = [trial('alone', { watches: 'collection' }), trial('b', { assumes: ['alone'] })];
  const { events: early } = await observe(urgent, { ready: turnLoop(2) });
  expect(early.slice(0, 5)).toEqual(['alone begins', 'alone ends', 'alone is settled', 'task begins', 'b begins']);
  const far = await observe([trial('alone', { watches: 'collection' })], { collection: others });
  expect(far.events.slice(0, 2)).toEqual(['alone begins', 'task begins']);
});

test('a side task takes a place, and begins only when it is ready, before further trials', async () => {
  const ready = turnLoop(2);
  const { events } = await observe([trial('a'), trial('b')], { concurrency: 1, ready });
  expect(events.filter((event) => event.endsWith('begins'))).toEqual(['a begins', 'task begins', 'b begins']);
  const without = await observe([], { ready: turnLoop(2) });
  expect(without.events).toEqual(['task begins', 'task ends']);
});

test('a trial that must be repeated runs again before it is settled, and delays none that assume it', async () => {
  const trials = [trial('a'), trial('b', { assumes: ['a'] })];
  const { events, outcomes } = await observe(trials, { ready: turnLoop(20), repeated: ['a'] });
  expect(events).toEqual([
    ...['a begins', 'a ends', 'b begins', 'b ends'],
    ...['task begins', 'task ends', 'a begins', 'a ends', 'a is settled', 'b is settled'],
  ]);
  expect(outcomes).toEqual(['a', 'b']);
});

test('a trial that must be repeated is awaited by those that assume it where it seems to be violated', async () => {
  const trials = [trial('a'), trial('b', { assumes: ['a'] }), trial('c')];
  const how = { ready: turnLoop(20), repeated: ['a'], violated: ['a'] };
  const { events, outcomes } = await observe(trials, how);
  expect(events.filter((event) => event.startsWith('a ') || event.startsWith('b '))).toEqual([
    ...['a begins', 'a ends', 'a begins', 'a ends', 'a is settled', 'b begins', 'b ends', 'b is settled'],
  ]);
  expect(outcomes).toEqual(['a', 'b', 'c']);
});

test('a failure of a side task ends the schedule', async () => {
  const sideTasks = [
    { collection: testCollection, ready: Promise.resolve(), go: () => Promise.reject(new Error('x')) },
  ];
  const options = { queue: new ClaimQueue(), rules, concurrency: 2, collections: [testCollection], sideTasks };
  const work = { go: () => turnLoop(), settle: () => {} };
  await expect(schedule([trial('a')], options, work)).rejects.toThrow('x');
});
