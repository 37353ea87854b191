import { expect } from 'vitest';
import { pause } from '../../src/model/clock.js';

/** Milliseconds of the clock in use between two readings. */
const intervalMs = 20;

/** Readings after which the last one counts: a bound on the work, whatever the speed of the machine. */
const maxReadings = 1_500;

type Matcher = 'toBe' | 'toEqual' | 'toContain' | 'toBeGreaterThan';

/**
 * Expects that a value is reached after a while. It is read again at intervals of the clock in use, up to a number of
 * readings rather than a time: with a steady clock a test waits for the service, not for the machine.
 */
export function expectEventually(read: () => unknown): Record<Matcher, (expected: unknown) => Promise<void>> {
  const retry = (matcher: Matcher) => async (expected: unknown) => {
    for (let readings = 1; ; readings += 1) {
      const value = await read();
      try {
        expect(value)[matcher](expected as number);
        return;
      } catch (reason) {
        if (readings === maxReadings) throw reason;
      }
      await pause(intervalMs);
    }
  };
  return {
    toBe: retry('toBe'),
    toEqual: retry('toEqual'),
    toContain: retry('toContain'),
    toBeGreaterThan: retry('toBeGreaterThan'),
  };
}
