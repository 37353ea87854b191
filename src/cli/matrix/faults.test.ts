import { describe, expect, test } from 'vitest';
import { type Fault, faults } from '../../proving/index.js';
import { proveFault } from './proof.js';

/** The suites in which a fault must show. */
const suitesOf = ({ violates }: Fault): string[] => [...new Set(violates.map((id) => `${id.split('/')[0]}/*`))];

/**
 * The short form of the matrix: every fault once, against all rules of the suites that must see it.
 * `npm run matrix -- --seeds 20` is the long one, against the rules of all suites.
 */
describe.concurrent('every fault flips exactly the rules that claim it, and is there again when replayed', () => {
  test.each(faults)('$name', async (fault) => {
    const { misses, violations } = await proveFault(fault, [1], suitesOf(fault));
    expect(misses).toEqual([]);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.filter(({ isReplayed }) => !isReplayed)).toEqual([]);
    expect(violations.filter(({ exchanges }) => exchanges > 5)).toEqual([]);
    expect(violations.filter(({ foundAfter }) => foundAfter > 200)).toEqual([]);
  });
});
