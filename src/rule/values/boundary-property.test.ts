import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaries, createBoundaryProperty, integer, oneOf, record } from './generators.js';

const drawn = record({ a: integer(0, 1000), b: oneOf('x', 'y', 'z'), c: fc.string({ maxLength: 5 }) });
type Drawn = { a: number; b: string; c: string };

describe('a property with boundary cases', () => {
  test.each([1, 2, 77, -5])('starts with the boundary cases, for seed %i', async (seed) => {
    const seen: { value: Drawn; isCorner: boolean }[] = [];
    const property = createBoundaryProperty(drawn, async (value, isCorner) => seen.push({ value, isCorner }) > 0);
    await fc.check(property, { seed, numRuns: 8 });
    expect(seen.map(({ isCorner }) => isCorner)).toEqual(Array.from({ length: 8 }, (_, i) => i < boundaries.length));
    expect(seen[boundaries.indexOf('least')]?.value.a).toBe(0);
    expect(seen[boundaries.indexOf('most')]?.value.a).toBe(1000);
    expect(seen.slice(0, 3).map(({ value }) => value.b)).toEqual(['x', 'y', 'z']);
  });

  const fails: [string, (value: Drawn) => boolean][] = [
    ['in a boundary case', ({ a }) => a >= 900],
    ['in a random case', ({ a, c }) => a > 20 && a < 900 && c.length > 1],
  ];
  const seeds = [1, 2, 3];
  test.each(fails.flatMap(([where, isFailing]) => seeds.map((seed) => [where, seed, isFailing] as const)))(
    'repeats the shrunk case by seed and path, found %s, seed %i',
    async (_, seed, isFailing) => {
      const property = () => createBoundaryProperty(drawn, async (value) => !isFailing(value));
      const found = await fc.check(property(), { seed, numRuns: 300 });
      expect(found.failed).toBe(true);
      expect(found.numShrinks).toBeGreaterThan(0);
      const path = found.counterexamplePath ?? '';
      const again = await fc.check(property(), { seed, path, numRuns: 300, endOnFailure: true });
      expect(again.counterexample).toEqual(found.counterexample);
      expect(again.numRuns).toBe(1);
    },
  );

  test('generates equal cases for equal seeds, and others for another seed', async () => {
    const values = async (seed: number) => {
      const seen: Drawn[] = [];
      await fc.check(
        createBoundaryProperty(drawn, async (value) => seen.push(value) > 0),
        { seed, numRuns: 12 },
      );
      return seen;
    };
    expect(await values(5)).toEqual(await values(5));
    expect(await values(5)).not.toEqual(await values(6));
  });
});
