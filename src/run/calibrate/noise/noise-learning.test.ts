import { expect, test } from 'vitest';
import type { Trial } from '../../../model/result/plan.js';
import type { Collection } from '../../../model/service/subject.js';
import type { RunContext } from '../../run-context.js';
import { ClaimQueue } from '../../schedule/claim-queue.js';
import { createServiceModel, type Noise, setNoise } from '../../service-model.js';
import { testCollection } from '../../test-service.fixture.js';
import type { UnfinishedNoise } from './learn-noise.js';
import { NoiseLearning } from './noise-learning.js';

const others: Collection = { ...testCollection, name: 'others' };

type OpenLearning = Pick<UnfinishedNoise, 'collection' | 'ready' | 'finish'>;

const createUnfinished = (collection: Collection, found: Noise | undefined): OpenLearning => ({
  collection,
  ready: Promise.resolve(),
  finish: () => Promise.resolve(found),
});

const createTrial = (subject: Collection): Trial => ({ rule: 'a/a', level: 'MUST', touches: 'writes', subject });

function createLearning(unfinished: readonly OpenLearning[], isOver = false) {
  const model = setNoise(createServiceModel([testCollection], undefined), 'things', {
    volatile: ['/known'],
    reusesIds: false,
  });
  const end = () => (isOver ? { cause: 'budget', why: 'over' } : undefined);
  const site = { model, queue: new ClaimQueue(), meter: { end } };
  return new NoiseLearning(site as unknown as RunContext, unfinished);
}

test('a trial that began before noise was found must run again, and the noise is added', async () => {
  const wait = createLearning([createUnfinished(testCollection, { volatile: ['/second'] })]);
  const trial = createTrial(testCollection);
  expect(wait.watch(trial)).toBe(true);
  const repeats = wait.mustRepeat(trial);
  const before = wait.model;
  await wait.sideTasks[0]?.go();
  expect(await repeats).toBe(true);
  expect(before.noise.get('things')?.volatile).toEqual(['/known']);
  expect(wait.model.noise.get('things')).toEqual({ volatile: ['/known', '/second'], reusesIds: false });
  expect(wait.watch(trial)).toBe(false);
  expect(wait.mustRepeat(trial)).toBeUndefined();
});

test('a trial is not repeated where no noise is found, in a collection of others, or when the run is over', async () => {
  const quiet = createLearning([createUnfinished(testCollection, undefined)]);
  const trial = createTrial(testCollection);
  quiet.watch(trial);
  const repeats = quiet.mustRepeat(trial);
  await quiet.sideTasks[0]?.go();
  expect(await repeats).toBe(false);
  const far = createLearning([createUnfinished(others, { volatile: ['/second'] })]);
  far.watch(trial);
  expect(far.mustRepeat(trial)).toBeUndefined();
  const over = createLearning([createUnfinished(testCollection, { volatile: [], trouble: 'the run is over' })], true);
  over.watch(trial);
  const late = over.mustRepeat(trial);
  await over.sideTasks[0]?.go();
  expect([await late, over.model.noise.get('things')?.trouble]).toEqual([false, undefined]);
});

test('a trial waits for all that is unknown of its collection', async () => {
  const wait = createLearning([
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
  const wait = createLearning([broken]);
  const trial = createTrial(testCollection);
  wait.watch(trial);
  const repeats = wait.mustRepeat(trial);
  await expect(wait.sideTasks[0]?.go()).rejects.toThrow('broken');
  expect(await repeats).toBe(false);
});
