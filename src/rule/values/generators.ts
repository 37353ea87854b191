import fc from 'fast-check';
import { drawAtBoundaries, drawByCase } from './boundary.js';

/** Where values come from (fast-check). */
export type Arbitrary<T> = fc.Arbitrary<T>;

/** An object with these members, each drawn on its own. */
export const record = <T>(members: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<T> =>
  fc.record(members, { noNullPrototype: true }) as unknown as Arbitrary<T>;

/** A whole number between both bounds, both included; shrinks towards `min`. The first cases stand at the bounds. */
export const integer = (min: number, max: number): Arbitrary<number> =>
  drawAtBoundaries(fc.integer({ min, max }), (corner) =>
    corner === 'least' ? fc.constant(min) : corner === 'most' || corner === 'plain' ? fc.constant(max) : undefined,
  );

/** One of these values, in turn from case to case; shrinks towards the first. */
export const oneOf = <T>(...values: T[]): Arbitrary<T> =>
  drawByCase(fc.constantFrom(...values), (turn) => fc.constant(values[turn % values.length] as T));

/** Always this value. */
export const constant = <T>(value: T): Arbitrary<T> => fc.constant(value);

/** Between `min` and `max` values in a row. */
export const array = <T>(of: Arbitrary<T>, min: number, max: number): Arbitrary<T[]> =>
  fc.array(of, { minLength: min, maxLength: max });
