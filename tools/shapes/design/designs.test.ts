import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { designs, drawDesigns } from './designs.js';
import { dimensions } from './dimensions.js';
import { listViolated, resolveExclusions } from './resolve-exclusions.js';
import { simplestDesign } from './simplest.js';

const drawn = drawDesigns(1000, 41);

describe('designs', () => {
  test.each(dimensions.map((one) => [`${one.group}: ${one.name}`, one] as const))(
    '%s has each value in 20 of 1,000 designs',
    (_, { values, readValues }) => {
      const counts = new Map(values.map((value) => [value, 0]));
      for (const design of drawn)
        for (const value of readValues(design)) counts.set(value, (counts.get(value) ?? Number.NaN) + 1);
      expect([...counts].filter(([, count]) => !(count >= 20))).toEqual([]);
    },
  );

  test('have no values that exclude each other', () => {
    expect(drawn.flatMap(listViolated)).toEqual([]);
  });

  test('are plain data that is the same when read from a file', () => {
    for (const design of drawn) expect(resolveExclusions(JSON.parse(JSON.stringify(design)))).toEqual(design);
  });

  test('shrink to the simplest one', () => {
    const { counterexample } = fc.check(
      fc.property(designs, () => false),
      { seed: 41, numRuns: 1 },
    );
    expect(counterexample?.[0]).toEqual({
      ...simplestDesign,
      collections: [expect.objectContaining({ noun: 'booking' })],
    });
  });
});
