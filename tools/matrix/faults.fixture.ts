import { describe, expect, test, vi } from 'vitest';
import { type Fault, faults } from '../../src/demo/start-demo.js';
import { checkFault } from './check-fault.js';

/** The suites in which a fault must show. */
const listSuites = ({ violates }: Fault): string[] => [...new Set(violates.map((id) => `${id.split('/')[0]}/*`))];

const title = 'every fault flips exactly the rules that claim it, and is there again when replayed';

/** Faults that show in floods, which need the processor for themselves. */
const floodFaults = faults.filter(({ isFlood }) => isFlood);
const otherFaults = faults.filter(({ isFlood }) => !isFlood);

/**
 * The short form of the matrix: every fault once, against all rules of the suites that must see it; every other one of
 * them from `first` on, so that two files keep two cores busy.
 * `npm run matrix -- --seeds 20` is the long one, against the rules of all suites.
 */
export function testEveryOtherFault(first: 0 | 1): void {
  // Nearly all of the time is waited, before an accusation is made.
  vi.setConfig({ maxConcurrency: 12 });

  describe.concurrent(title, () => {
    test.each(otherFaults.filter((_, index) => index % 2 === first))('$name', (fault) => testFault(fault, 200));
  });
}

/** The faults that show in floods, few at a time. */
export function testFloodFaults(): void {
  vi.setConfig({ maxConcurrency: 3 });
  describe.concurrent(title, () => {
    // A flood that a busy machine spreads out is sent again.
    test.each(floodFaults)('$name', (fault) => testFault(fault, 400));
  });
}

async function testFault(fault: Fault, mostUntilSeen: number): Promise<void> {
  const { misses, violations } = await checkFault(fault, [1], listSuites(fault));
  expect(misses).toEqual([]);
  expect(violations.length).toBeGreaterThan(0);
  expect(violations.filter(({ isReplayed }) => !isReplayed)).toEqual([]);
  expect(violations.filter(({ exchanges }) => exchanges > 5)).toEqual([]);
  expect(violations.filter(({ foundAfter }) => foundAfter > mostUntilSeen)).toEqual([]);
}
