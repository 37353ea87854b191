import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batch } from './batch.js';
import { createBoundaryProperty, drawFirst, integer, oneOf } from './generators.js';

async function drawn<T>(of: fc.Arbitrary<T>, cases: number): Promise<T[]> {
  const seen: T[] = [];
  await fc.check(
    createBoundaryProperty(of, async (value) => {
      seen.push(value);
      return true;
    }),
    { seed: 1, numRuns: cases },
  );
  return seen;
}

describe('a batch', () => {
  test('continues turns from value to value and from case to case', async () => {
    expect(await drawn(batch(oneOf('a', 'b', 'c', 'd', 'e'), 2), 2)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('includes boundary cases one after the other, independent of its neighbours', async () => {
    const pair = fc.tuple(batch(integer(1, 9), 3), integer(1, 9));
    expect((await drawn(pair, 1))[0]).toEqual([[9, 1, 9], 9]);
  });

  test('shrinks to the one value that causes the failure, and then shrinks that value', async () => {
    const details = await fc.check(
      createBoundaryProperty(batch(fc.integer({ min: 0, max: 1000 }), 4), async (values) =>
        values.every((value) => value < 7),
      ),
      { seed: 3 },
    );
    expect(details.counterexample).toEqual([[7]]);
  });
});

describe('first', () => {
  test('generates listed values one by one, then others', async () => {
    expect(await drawn(drawFirst(['x', 'y'], oneOf('a', 'b', 'c')), 5)).toEqual(['x', 'y', 'a', 'b', 'c']);
  });

  test('generates other values when there are no listed ones', async () => {
    expect(await drawn(drawFirst([], oneOf('a', 'b')), 2)).toEqual(['a', 'b']);
  });
});
