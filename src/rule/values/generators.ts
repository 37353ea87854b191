import fc from 'fast-check';
import { drawAtBoundaries, drawByCase } from './boundary.js';

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
