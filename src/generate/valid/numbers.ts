import fc from 'fast-check';
import { drawAtBoundaries } from '../../rule/values/generators.js';
import type { Keywords } from '../schema/keywords.js';

/** Range of numbers without limits in the schema. */
const defaultSpan = 1000;

/** Generates numbers within the limits of a schema; undefined when there are none. */
export function buildNumber(given: Keywords, isInteger: boolean): fc.Arbitrary<number> | undefined {
  const schema = addMissingBounds(given.format === 'int32' ? limitToInt32(given) : given);
  const grid = findGrid(schema, isInteger);
  if (!grid) return undefined;
  const { low, high, valueAt, indexOf } = grid;
  const draw = (from: number, to: number) =>
    fc
      .integer({ min: from, max: to })
      .map(valueAt, (value) => indexOf(value as number))
      .filter((value) => isWithinBounds(schema, value));
  const usual = draw(low, high);
  const findEdge = (bound: number | undefined, index: number, by: 1 | -1) => {
    const isExact = bound !== undefined && (!isInteger || Number.isSafeInteger(bound)) && isWithinBounds(schema, bound);
    return isExact ? bound : valueAt(findFittingIndex(schema, valueAt, index, by) ?? index);
  };
  const bottom = findEdge(schema.minimum, low, 1);
  const top = findEdge(schema.maximum, high, -1);
  const ordinary = draw(low, Math.min(high, low + Math.max(1, indexOf(defaultSpan))));
  return drawAtBoundaries(usual, {
    plain: ordinary,
    least: fc.constant(bottom),
    most: fc.constant(top),
    strange: isInteger ? undefined : fc.constant(findPreciseNumber(schema, bottom, top)),
  });
}

/** Whether a number is within the limits of a schema, also in floating point arithmetic. */
function isWithinBounds(schema: Keywords, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const isWithin = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
  return isWithin && (schema.multipleOf === undefined || Number.isInteger(value / schema.multipleOf));
}

function findGrid(schema: Keywords, isInteger: boolean) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const limit = Number.MAX_SAFE_INTEGER;
  const clamp = (value: number) => Math.min(limit, Math.max(-limit, value));
  const least = clamp(Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity));
  const greatest = clamp(Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity));
  const steps = isInteger ? [findWholeStep(multipleOf)] : multipleOf ? [multipleOf] : [0.01, 1e-4, 1e-6, 1e-9];
  for (const step of steps) {
    if (step === undefined) continue;
    const places = countDecimals(step);
    const valueAt = (index: number) => Number((index * step).toFixed(places));
    const low = findFittingIndex(schema, valueAt, Math.max(-limit, Math.ceil(least / step) - 1), 1);
    const high = findFittingIndex(schema, valueAt, Math.min(limit, Math.floor(greatest / step) + 1), -1);
    if (low !== undefined && high !== undefined && low <= high)
      return { low, high, valueAt, indexOf: (value: number) => Math.round(value / step) };
  }
  return undefined;
}

const limitToInt32 = ({ minimum, maximum, ...schema }: Keywords): Keywords => ({
  ...schema,
  ...(minimum !== undefined && { minimum: Math.max(minimum, -(2 ** 31)) }),
  ...(maximum !== undefined && { maximum: Math.min(maximum, 2 ** 31 - 1) }),
});

function addMissingBounds(schema: Keywords): Keywords {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 0 } = schema;
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const span = Math.max(defaultSpan, 10 * multipleOf);
  const least = Number.isFinite(low) ? low : high >= 0 ? 0 : high - span;
  return {
    ...schema,
    ...(Number.isFinite(low) ? {} : { minimum: least }),
    ...(Number.isFinite(high) ? {} : { maximum: Math.max(span, least + span) }),
  };
}

/** The nearest index with a valid number, because floating point and exclusive limits may cost a few steps. */
function findFittingIndex(schema: Keywords, valueAt: (index: number) => number, from: number, by: 1 | -1) {
  for (let index = from, left = 50; left > 0; index += by, left--)
    if (isWithinBounds(schema, valueAt(index))) return index;
  return undefined;
}

function countDecimals(step: number): number {
  for (let places = 0; places < 15; places++) if (Number(step.toFixed(places)) === step) return places;
  return 15;
}

function findWholeStep(multipleOf = 1): number | undefined {
  for (let times = 1; times <= 1000; times++) {
    const step = Number((times * multipleOf).toFixed(9));
    if (step > 0 && Number.isInteger(step)) return step;
  }
  return undefined;
}

/** A number with more decimals than money, if the limits allow one. */
function findPreciseNumber(schema: Keywords, bottom: number, top: number): number {
  const part = 0.123456789;
  const found = [bottom + part, top - part, (bottom + top) / 2].map((value) => Number(value.toPrecision(12)));
  return found.find((value) => isWithinBounds(schema, value)) ?? top;
}
