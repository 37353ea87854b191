import { expect, test } from 'vitest';
import type { Trial } from '../../../model/result/plan.js';
import type { Collection } from '../../../model/service/subject.js';
import { createTurns } from '../../alone/turns.js';
import { testCollection } from '../../test-service.fixture.js';
import type { Noise } from './learn-noise.js';
import { createNoiseWait } from './noise-wait.js';
import type { UnfinishedNoise } from './unfinished-noise.js';

const others: Collection = { ...testCollection, name: 'others' };

const createUnfinished = (collection: Collection, found: Noise | undefined): UnfinishedNoise => ({
  collection,
  ready: Promise.resolve(),
  finishReading: () => Promise.resolve(),
  finish: () => Promise.resolve(found),
  removeToo: (remove) => remove(),
});

const createTrial = (subject: Collection): Trial => ({ rule: 'a/a', level: 'MUST', touches: 'writes', subject });

function createWait(unfinished: readonly UnfinishedNoise[], isOver = false) {
  const noise = new Map<string, Noise>([['things', { volatile: ['/known'], reusesIds: false }]]);
  const end = () => (isOver ? ({ cause: 'budget', why: 'over' } as const) : undefined);
  type Meter = Parameters<typeof createNoiseWait>[0]['meter'];
  const wait = createNoiseWait({ noise, turns: createTurns(), meter: { end } as unknown as Meter }, unfinished);
  return { noise, ...wait };
}

test('a trial that began before noise was found must run again, and the noise is added', async () => {
  const wait = createWait([createUnfinished(testCollection, { volatile: ['/second'] })]);
  const trial = createTrial(testCollection);
  expect(wait.watch(trial)).toBe(true);
  const repeats = wait.mustRepeat(trial);
  await wait.sideTasks[0]?.go();
  expect(await repeats).toBe(true);
  expect(wait.noise.get('things')).toEqual({ volatile: ['/known', '/second'], reusesIds: false });
  expect(wait.watch(trial)).toBe(false);
  expect(wait.mustRepeat(trial)).toBeUndefined();
});

test('a trial is not repeated where no noise is found, in a collection of others, or when the run is over', async () => {
  const quiet = createWait([createUnfinished(testCollection, undefined)]);
  const trial = createTrial(testCollection);
  quiet.watch(trial);
  const repeats = quiet.mustRepeat(trial);
  await quiet.sideTasks[0]?.go();
  expect(await repeats).toBe(false);
  const far = createWait([createUnfinished(others, { volatile: ['/second'] })]);
  far.watch(trial);
  expect(far.mustRepeat(trial)).toBeUndefined();
  const over = createWait([createUnfinished(testCollection, { volatile: [], trouble: 'the run is over' })], true);
  over.watch(trial);
  const late = over.mustRepeat(trial);
  await over.sideTasks[0]?.go();
  expect([await late, over.noise.get('things')?.trouble]).toEqual([false, undefined]);
});

test('a trial waits for all that is unknown of its collection', async () => {
  const wait = createWait([
    createUnfinished(testCollection, undefined),
    createUnfinished(testCollection, { volatile: ['/second'] }),
  ]);
  const trial = createTrial(testCollection);
  wait.watch(trial);
  const repeats = wait.mustRepeat(trial);
  for (const { go } of wait.sideTasks) await go();
  expect(await repeats).toBe(true);
});

test('a failure of the kit does not leave trials waiting', async () => {
  const broken = { ...createUnfinished(testCollection, undefined), finish: () => Promise.reject(new Error('broken')) };
  const wait = createWait([broken]);
  const trial = createTrial(testCollection);
  wait.watch(trial);
  const repeats = wait.mustRepeat(trial);
  await expect(wait.sideTasks[0]?.go()).rejects.toThrow('broken');
  expect(await repeats).toBe(false);
});
