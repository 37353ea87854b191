import { expect, test } from 'vitest';
import { ClaimQueue } from '../../schedule/claim-queue.js';
import { testCollection } from '../../test-service.fixture.js';
import { UnfinishedNoise } from './learn-noise.js';

const createNoted = () => {
  const noted: string[] = [];
  const note = (text: string) => async () => void noted.push(text);
  const rest = { isUnchanged: async () => noted.push('read') > 0, remove: note('remove') };
  const noise = new UnfinishedNoise(testCollection, rest, async () => ({ volatile: [] }));
  return { noted, note, noise };
};

test('other items are removed after the last read, with the items of the noise', async () => {
  const { noted, note, noise } = createNoted();
  await noise.removeToo(note('remove too'));
  expect(noted).toEqual([]);
  expect(await noise.finish(new ClaimQueue().open())).toBeUndefined();
  expect(noted).toEqual(['read', 'remove', 'remove too']);
});

test('other items are removed at once where that was begun before', async () => {
  const { noted, note, noise } = createNoted();
  await noise.finishReading();
  await noise.removeToo(note('remove too'));
  await noise.finish(new ClaimQueue().open());
  expect(noted).toEqual(['read', 'remove', 'remove too']);
});
