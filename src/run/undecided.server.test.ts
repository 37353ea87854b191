import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { held, inconclusive } from '../rule/finding.js';
import { createNamedRule, runRules, startItemService } from './test-service.fixture.js';

useSteadyClock();

const doubting = (isDoubtful: (nth: number) => boolean) => {
  let nth = 0;
  return createNamedRule<unknown, boolean>('a', {
    when: async () => isDoubtful(++nth),
    then: (isDoubt) => (isDoubt ? inconclusive('setup', 'no ground') : held),
  });
};

test.each([
  ['3 undecided cases, the last because: no ground', () => true],
  ['2 more undecided cases, the last because: no ground', (nth: number) => nth > 1 && nth < 4],
])('notes undecided cases beside the decided ones: %s', async (note, isDoubtful) => {
  const { url } = await startItemService();
  const { outcomes } = await runRules(url, [doubting(isDoubtful)]);
  expect(outcomes[0]?.notes).toEqual([note]);
});
