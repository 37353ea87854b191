import { expect, test } from 'vitest';
import type { JobResult } from './job-result.js';
import { createResult } from './results.fixture.js';
import { failTooManyMissed } from './tolerance.js';

/** Faults in a world, the first of which it hides. */
const createWorld = (world: string, faults: number, missed: number): JobResult[] =>
  Array.from({ length: faults }, (_, index) =>
    createResult(`worlds/${world}/seed-1/${index}`, index < missed ? 'missed' : 'passed', { world }),
  );

const countFailed = (results: readonly JobResult[]): number =>
  failTooManyMissed(results).filter(({ outcome }) => outcome.verdict === 'failed').length;

test('a few faults that worlds hide are tolerated', () => {
  expect(countFailed([...createWorld('a', 10, 1), ...createWorld('b', 10, 0)])).toBe(0);
});

test('more than five percent in all worlds are too many', () => {
  expect(countFailed([...createWorld('a', 10, 1), ...createWorld('b', 10, 1)])).toBe(2);
});

test('more than fifteen percent in a world of twenty faults are too many', () => {
  expect(countFailed([...createWorld('a', 20, 4), ...createWorld('b', 100, 1)])).toBe(4);
  expect(countFailed([...createWorld('a', 19, 4), ...createWorld('b', 100, 1)])).toBe(0);
});
