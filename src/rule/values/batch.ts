import fc from 'fast-check';
import { getCaseIndex, setCaseIndex } from './generators.js';

type Part<T> = fc.Value<T>;

class BatchArbitrary<T> extends fc.Arbitrary<T[]> {
  constructor(
    private readonly of: fc.Arbitrary<T>,
    private readonly size: number,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    const turn = getCaseIndex(random);
    const parts: Part<T>[] = [];
    for (let i = 0; i < this.size; i += 1) {
      if (turn !== undefined) setCaseIndex(random, turn * this.size + i);
      parts.push(this.of.generate(random, bias));
    }
    if (turn !== undefined) setCaseIndex(random, turn);
    return wrapParts(parts);
  }

  canShrinkWithoutContext(_value: unknown): _value is T[] {
    return false;
  }

  shrink(_value: T[], context?: unknown): fc.Stream<fc.Value<T[]>> {
    const parts = (context ?? []) as readonly Part<T>[];
    const [only] = parts;
    if (only === undefined) return fc.Stream.nil();
    if (parts.length > 1) return fc.Stream.of(...parts.map((part) => wrapParts([part])));
    return this.of.shrink(only.value_, only.context).map((next) => wrapParts([next]));
  }
}

const wrapParts = <T>(parts: readonly Part<T>[]): fc.Value<T[]> =>
  new fc.Value(
    parts.map((part) => part.value_),
    parts,
  );

/**
 * Generates several values for one case, to be tried one after the other on one item, because a new item for each would
 * be too expensive. Boundary cases continue from value to value. Shrinks to the decisive value.
 */
export const batch = <T>(of: fc.Arbitrary<T>, size: number): fc.Arbitrary<T[]> => new BatchArbitrary(of, size);
