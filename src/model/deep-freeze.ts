/** Freezes every plain object and array in a value and returns it, so that a change throws at its line. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Instances of classes may need to change to work.
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) if (typeof part === 'object') deepFreeze(part);
  return value;
}
