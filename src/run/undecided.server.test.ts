import { expect, test } from 'vitest';
import { held, inconclusive } from '../rule/finding.js';
import { named, runRules, shelf } from './test-service.fixture.js';

const doubting = (isDoubtful: (nth: number) => boolean) => {
  let nth = 0;
  return named<unknown, boolean>('a', {
    when: async () => isDoubtful(++nth),
    then: (isDoubt) => (isDoubt ? inconclusive('setup', 'no ground') : held),
  });
};

test.each([
  ['3 undecided, the last for: no ground', () => true],
  ['2 more undecided, the last for: no ground', (nth: number) => nth > 1 && nth < 4],
])('what stays undecided is told beside what was decided, if anything was: %s', async (note, isDoubtful) => {
  const { url } = await shelf();
  const { outcomes } = await runRules(url, [doubting(isDoubtful)]);
  expect(outcomes[0]?.notes).toEqual([note]);
});
