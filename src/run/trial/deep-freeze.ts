/** The value itself, with every plain object and array in it frozen: whoever changes it breaks at the line that does so. */
export function solid<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || !isPlain(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) solid(part);
  return value;
}

/** Instances of classes may need to change to work. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
