import { expect, test } from 'vitest';
import { wrap } from '../../src/report/text/fit-width.js';
import { countSteps } from './count-steps.js';

const text = 'one two three four five '.repeat(2_000);

test('counts the same number of steps when the same work is repeated', async () => {
  const counts: number[] = [];
  for (let i = 0; i < 6; i += 1) counts.push(await countSteps(() => wrap(text, 80)));
  expect(counts[0]).toBeGreaterThan(1_000);
  expect(new Set(counts).size).toBe(1);
});
