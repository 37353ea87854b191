import { describe, expect, test } from 'vitest';
import { floodedWays, proveSound, soundWays } from './proof.js';

/** The short form of the matrix: every sound way once. Nothing is accused, nothing is left behind, and little stays undecided. */
describe.concurrent('a sound service is never accused', () => {
  test.each(soundWays().map((dialect) => ({ name: dialect.join(' + ') || 'default', dialect })))(
    '$name',
    async ({ dialect }) => {
      const { accusations, held, left, undecided } = await proveSound(dialect, [1]);
      expect(accusations).toEqual([]);
      expect(left).toBe(0);
      expect(undecided).toEqual([]);
      expect(held).toBeGreaterThan(35);
    },
  );
});

describe('a sound limit on requests is never accused', () => {
  test.each(floodedWays().map((dialect) => ({ name: dialect.join(), dialect })))('$name', async ({ dialect }) => {
    const { accusations, held, undecided } = await proveSound(dialect, [1], true);
    expect({ accusations, undecided }).toEqual({ accusations: [], undecided: [] });
    expect(held).toBe(4);
  });
});
