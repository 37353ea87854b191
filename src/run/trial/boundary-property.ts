import fc from 'fast-check';
import { boundaries, setCaseIndex } from '../../rule/values/boundary.js';

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
