import fc from 'fast-check';
import type { Json } from '../../model/json.js';

/** A generator of values (fast-check). */
export type Arbitrary<T> = fc.Arbitrary<T>;

/** Generates an object with these members, each generated independently. */
export const record = <T>(members: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<T> =>
  fc.record(members, { noNullPrototype: true }) as unknown as Arbitrary<T>;

/** Generates an integer between two inclusive bounds; shrinks towards `min`. The first cases are at the bounds. */
export const integer = (min: number, max: number): Arbitrary<number> =>
  drawAtBoundaries(fc.integer({ min, max }), {
    least: fc.constant(min),
    most: fc.constant(max),
    plain: fc.constant(max),
  });

/** Generates one of these values, cycling from case to case; shrinks towards the first. */
export const oneOf = <T>(...values: T[]): Arbitrary<T> =>
  drawByCase(fc.constantFrom(...values), (turn) => fc.constant(values[turn % values.length] as T));

/** Always generates this value. */
export const constant = <T>(value: T): Arbitrary<T> => fc.constant(value);

/** Generates an array of `min` to `max` values. */
export const array = <T>(of: Arbitrary<T>, min: number, max: number): Arbitrary<T[]> =>
  fc.array(of, { minLength: min, maxLength: max });

/**
 * The first cases of a trial are not random: they are boundary cases, so that every seed finds faults at boundaries.
 * `plain`: ordinary values, optional members present; `least`: every value at its minimum, arrays and strings as short
 * as allowed; `most`: every value at its maximum, all members present; `bare`: required members only; `strange`:
 * unicode, precise and awkward values. Later cases are random, with bias.
 */
export const boundaries = ['plain', 'least', 'most', 'bare', 'strange'] as const;

/** The name of a boundary case. */
export type Boundary = (typeof boundaries)[number];

const caseIndexes = new WeakMap<fc.Random, number>();

/** Sets the case number of the trial, from 0, for the arbitraries that use `random`. */
export function setCaseIndex(random: fc.Random, caseIndex: number): void {
  caseIndexes.set(random, caseIndex);
}

/** Returns the boundary of the current case, or undefined after the boundary cases. */
export function getBoundary(random: fc.Random): Boundary | undefined {
  const index = caseIndexes.get(random);
  return index === undefined ? undefined : boundaries[index];
}

/** Returns the number of the current case, or undefined outside of a trial; enumerations cycle by it. */
export const getCaseIndex = (random: fc.Random): number | undefined => caseIndexes.get(random);

class RandomArbitrary<T> extends fc.Arbitrary<T> {
  constructor(private readonly usual: fc.Arbitrary<T>) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const turn = caseIndexes.get(random);
    caseIndexes.delete(random);
    const value = this.usual.generate(random, bias);
    if (turn !== undefined) caseIndexes.set(random, turn);
    return value;
  }

  canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  shrink(): fc.Stream<fc.Value<T>> {
    return fc.Stream.nil();
  }
}

/**
 * Generates random values from the first case on, and never shrinks: for values beside a boundary value or a cycling
 * one.
 */
export const drawAtRandom = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<T> => new RandomArbitrary(usual);

class ShiftedArbitrary<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly of: fc.Arbitrary<T>,
    private readonly turns: number,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const turn = caseIndexes.get(random);
    if (turn !== undefined) caseIndexes.set(random, turn - this.turns);
    const value = this.of.generate(random, bias);
    if (turn !== undefined) caseIndexes.set(random, turn);
    return value;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.of.canShrinkWithoutContext(value);
  }

  shrink(value: T, context?: unknown): fc.Stream<fc.Value<T>> {
    return this.of.shrink(value, context);
  }
}

/**
 * Generates these values first, one in each case, then `rest` from its own first case. Outside of a trial, mostly
 * `rest`. Shrinks like the chosen generator.
 */
export function drawFirst<T>(values: readonly T[], rest: fc.Arbitrary<T>): fc.Arbitrary<T> {
  if (values.length === 0) return rest;
  const ones = values.map((value) => fc.constant(value));
  const usual = fc.oneof({ arbitrary: fc.oneof(...ones), weight: 1 }, { arbitrary: rest, weight: 4 });
  const later = new ShiftedArbitrary(rest, values.length);
  return new CaseArbitrary(usual, ones, () => later);
}

type ShrinkContext<T> = { readonly source: fc.Arbitrary<T>; readonly context: unknown };

class CaseArbitrary<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly usual: fc.Arbitrary<T>,
    private readonly firsts: readonly (fc.Arbitrary<T> | undefined)[],
    private readonly at: (turn: number) => fc.Arbitrary<T>,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const turn = caseIndexes.get(random);
    const source = turn === undefined ? this.usual : (this.firsts[turn] ?? this.at(turn));
    const { value_, context } = source.generate(random, bias);
    return new fc.Value(value_, { source, context } satisfies ShrinkContext<T>);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.usual.canShrinkWithoutContext(value);
  }

  shrink(value: T, context?: unknown): fc.Stream<fc.Value<T>> {
    const from = context as ShrinkContext<T> | undefined;
    if (from === undefined) return this.usual.shrink(value, undefined).map((next) => wrapSource(this.usual, next));
    const own = from.source.shrink(value, from.context).map((next) => wrapSource(from.source, next));
    const isForeign = from.source !== this.usual && this.usual.canShrinkWithoutContext(value);
    return isForeign ? own.join(this.usual.shrink(value, undefined).map((next) => wrapSource(this.usual, next))) : own;
  }
}

const wrapSource = <T>(source: fc.Arbitrary<T>, { value_, context }: fc.Value<T>): fc.Value<T> =>
  new fc.Value(value_, { source, context } satisfies ShrinkContext<T>);

/** Generates like `usual`, except in these boundary cases. Shrinks like `usual`. */
export const drawAtBoundaries = <T>(
  usual: fc.Arbitrary<T>,
  corners: Readonly<Partial<Record<Boundary, fc.Arbitrary<T> | undefined>>>,
): fc.Arbitrary<T> => {
  const firsts = boundaries.map((boundary) => corners[boundary]);
  return new CaseArbitrary(usual, firsts, () => usual);
};

/**
 * Generates in each case what `at` returns for its number, and random values outside of a trial. Shrinks like `usual`.
 */
export const drawByCase = <T>(usual: fc.Arbitrary<T>, at: (turn: number) => fc.Arbitrary<T>): fc.Arbitrary<T> =>
  new CaseArbitrary(usual, [], at);

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
