import { describe, expect, test, vi } from 'vitest';
import { type Fault, faults } from '../../src/demo/start-demo.js';
import { proveFault } from './check-fault.js';

/** The suites in which a fault must show. */
const suitesOf = ({ violates }: Fault): string[] => [...new Set(violates.map((id) => `${id.split('/')[0]}/*`))];

const says = 'every fault flips exactly the rules that claim it, and is there again when replayed';

/** Faults that show in floods, which need the processor for themselves. */
const flooded = faults.filter(({ isFlood }) => isFlood);
const others = faults.filter(({ isFlood }) => !isFlood);

/**
 * The short form of the matrix: every fault once, against all rules of the suites that must see it; every other one of
 * them from `first` on, so that two files keep two cores busy.
 * `npm run matrix -- --seeds 20` is the long one, against the rules of all suites.
 */
export function proveEveryOther(first: 0 | 1): void {
  // Nearly all of the time is waited, before an accusation is made.
  vi.setConfig({ maxConcurrency: 12 });

  describe.concurrent(says, () => {
    test.each(others.filter((_, index) => index % 2 === first))('$name', (fault) => prove(fault, 200));
  });
}

/** The faults that show in floods, few at a time. */
export function proveFlooded(): void {
  vi.setConfig({ maxConcurrency: 3 });
  describe.concurrent(says, () => {
    // A flood that a busy machine spreads out is sent again.
    test.each(flooded)('$name', (fault) => prove(fault, 400));
  });
}

async function prove(fault: Fault, mostUntilSeen: number): Promise<void> {
  const { misses, violations } = await proveFault(fault, [1], suitesOf(fault));
  expect(misses).toEqual([]);
  expect(violations.length).toBeGreaterThan(0);
  expect(violations.filter(({ isReplayed }) => !isReplayed)).toEqual([]);
  expect(violations.filter(({ exchanges }) => exchanges > 5)).toEqual([]);
  expect(violations.filter(({ foundAfter }) => foundAfter > mostUntilSeen)).toEqual([]);
}
