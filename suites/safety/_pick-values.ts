import { getAtPointer, type Json } from '#rule';

/** The values at some pointers before and after, as expected and actual. */
export function pickValues(
  pointers: readonly string[],
  before: Json | undefined,
  after: Json | undefined,
): { expected: Json; actual: Json } {
  const pick = (value: Json | undefined) =>
    Object.fromEntries(pointers.map((pointer) => [pointer, getAtPointer(value, pointer) ?? null]));
  return { expected: pick(before), actual: pick(after) };
}
