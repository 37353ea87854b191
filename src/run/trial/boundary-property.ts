import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import { boundaries, setCaseIndex } from '../../rule/values/boundary.js';
import type { Arbitrary } from '../../rule/values/generators.js';

/**
 * A property whose first cases are boundary cases: the arbitraries receive the case number of the runner, and so does the
 * predicate. While a case is shrunk, that number stays the same.
 */
export function createBoundaryProperty<T>(
  drawn: fc.Arbitrary<T>,
  predicate: (value: T, isCorner: boolean, index: number) => Promise<boolean>,
): fc.IAsyncPropertyWithHooks<[T]> {
  let index = Number.POSITIVE_INFINITY;
  const inner = fc.asyncProperty(drawn, (value) => predicate(value, index < boundaries.length, index));
  const generate: typeof inner.generate = (random, runId) => {
    if (runId !== undefined) {
      setCaseIndex(random, runId);
      index = runId;
    }
    return inner.generate(random, runId);
  };
  return Object.create(inner, { generate: { value: generate } });
}

/** Generates the first value of a trial: an ordinary one. */
export async function drawFirstValue(drawn: Arbitrary<Json>, seed: number): Promise<Json> {
  const [plain = null] = await drawFirstValues(drawn, seed, 1);
  return plain;
}

/** Generates the first values of a trial: an ordinary one, then boundary cases. */
export async function drawFirstValues<T>(drawn: Arbitrary<T>, seed: number, count: number): Promise<readonly T[]> {
  const values: T[] = [];
  const property = createBoundaryProperty(drawn, async (value) => {
    values.push(value);
    return true;
  });
  await fc.check(property, { seed, numRuns: count });
  return values;
}
