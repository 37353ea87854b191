import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  array,
  type Boundary,
  boundaries,
  constant,
  drawAtBoundaries,
  drawAtRandom,
  getBoundary,
  integer,
  oneOf,
  record,
  setCaseIndex,
} from './generators.js';

const seeds = [1, 2, 3, 42, -1, 2 ** 31 - 1];

/** The first values a trial of this seed would draw, each standing at its turn. */
function firstOf<T>(drawn: fc.Arbitrary<T>, seed: number, count: number): T[] {
  const states = fc.sample(fc.integer(), { seed, numRuns: count });
  return states.map((state, turn) => {
    const random = randomFrom(state);
    setCaseIndex(random, turn);
    return drawn.generate(random, undefined).value;
  });
}

/** The source of chance that fast-check hands to an arbitrary. */
function randomFrom(seed: number): fc.Random {
  let caught: fc.Random | undefined;
  class Catcher extends fc.Arbitrary<null> {
    generate(random: fc.Random) {
      caught = random.clone();
      return new fc.Value(null, undefined);
    }
    canShrinkWithoutContext(value: unknown): value is null {
      return value === null;
    }
    shrink() {
      return fc.Stream.nil<fc.Value<null>>();
    }
  }
  fc.sample(new Catcher(), { seed, numRuns: 1 });
  if (caught === undefined) throw new Error('fast-check drew nothing');
  return caught;
}

const named = Object.fromEntries(boundaries.map((corner) => [corner, fc.constant(corner)]));

describe('the first cases of a trial', () => {
  test.each(seeds)('generates boundary cases in order, for seed %i', (seed) => {
    const told = drawAtBoundaries<Boundary | 'none'>(fc.constant('none'), named);
    expect(firstOf(told, seed, boundaries.length + 2)).toEqual([...boundaries, 'none', 'none']);
  });

  test.each(seeds)('include both limits of an integer, for seed %i', (seed) => {
    const first = firstOf(integer(3, 900), seed, boundaries.length);
    expect(first).toContain(3);
    expect(first).toContain(900);
    for (const value of firstOf(integer(3, 900), seed, 30)) expect(value).toBeGreaterThanOrEqual(3);
  });

  test.each(seeds)('use every choice in turn, for seed %i', (seed) => {
    expect(firstOf(oneOf('a', 'b', 'c'), seed, 5)).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  test.each(seeds)('keep the boundary cases after random values, for seed %i', (seed) => {
    const told = drawAtBoundaries<Boundary | 'none'>(fc.constant('none'), named);
    const first = firstOf(record({ a: drawAtRandom(told), b: told }), seed, boundaries.length);
    expect(first).toEqual(boundaries.map((corner) => ({ a: 'none', b: corner })));
  });

  test.each(seeds)('generates a boundary case in every member of a record, for seed %i', (seed) => {
    const drawn = record({ a: integer(1, 9), b: record({ c: integer(10, 90) }), d: constant('x') });
    const first = firstOf(drawn, seed, boundaries.length);
    expect(first[boundaries.indexOf('least')]).toEqual({ a: 1, b: { c: 10 }, d: 'x' });
    expect(first[boundaries.indexOf('most')]).toEqual({ a: 9, b: { c: 90 }, d: 'x' });
  });
});

test('outside of a trial there are no boundary cases', () => {
  expect(getBoundary(randomFrom(1))).toBeUndefined();
  expect(
    fc.sample(integer(1, 1_000_000), { seed: 7, numRuns: 5 }).some((value) => value !== 1 && value !== 1_000_000),
  ).toBe(true);
});

test('several generates the requested number of values', () => {
  const lengths = fc.sample(array(integer(0, 9), 2, 4), { seed: 1, numRuns: 100 }).map((values) => values.length);
  expect([...new Set(lengths)].sort()).toEqual([2, 3, 4]);
});

describe('shrinking', () => {
  const smallest = <T>(drawn: fc.Arbitrary<T>, fails: (value: T) => boolean, seed: number) =>
    fc.check(
      fc.property(drawn, (value) => !fails(value)),
      { seed, numRuns: 200 },
    ).counterexample?.[0];

  test.each(seeds)('of an integer ends at the least failing one, for seed %i', (seed) => {
    expect(smallest(integer(1, 1000), (value) => value >= 17, seed)).toBe(17);
  });

  test('of a choice ends at the first one, from boundary cases and others', () => {
    const drawn = oneOf('a', 'b', 'c');
    for (const turn of [2, boundaries.length + 2]) {
      const random = randomFrom(1);
      setCaseIndex(random, turn);
      const { value_, context } = drawn.generate(random, undefined);
      expect(value_).not.toBe('a');
      expect([...drawn.shrink(value_, context)].map(({ value }) => value)).toEqual(['a']);
    }
  });

  test('of a boundary case continues with ordinary values', () => {
    const random = randomFrom(1);
    setCaseIndex(random, boundaries.indexOf('most'));
    const drawn = integer(1, 1000);
    const { value_, context } = drawn.generate(random, undefined);
    expect(value_).toBe(1000);
    expect([...drawn.shrink(value_, context)].map(({ value }) => value)).toContain(1);
  });
});
