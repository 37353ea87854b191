import { describe, expect, test } from 'vitest';
import { faults } from '../../proving/index.js';
import { proveFault } from './proof.js';

/** The short form of the matrix: every fault once. `npm run matrix -- --seeds 20` is the long one. */
describe.concurrent('every fault flips exactly the rules that claim it, and is there again when replayed', () => {
  test.each(faults)('$name', async (fault) => {
    const { misses, violations } = await proveFault(fault, [1]);
    expect(misses).toEqual([]);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.filter(({ isReplayed }) => !isReplayed)).toEqual([]);
    expect(violations.filter(({ exchanges }) => exchanges > 5)).toEqual([]);
  });
});
