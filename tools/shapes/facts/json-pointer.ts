const readSteps = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The value at a JSON pointer; undefined: there is none. */
export function readPointer(whole: unknown, pointer: string): unknown {
  let value = whole;
  for (const step of readSteps(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** Puts a value at a JSON pointer, with the objects that it needs; returns the value itself for an empty pointer. */
export function putPointer(whole: unknown, pointer: string, value: unknown): unknown {
  const steps = readSteps(pointer);
  const last = steps.pop();
  if (last === undefined) return value;
  let object = whole as Record<string, unknown>;
  for (const step of steps) {
    if (!isObject(object[step])) object[step] = {};
    object = object[step] as Record<string, unknown>;
  }
  object[last] = value;
  return whole;
}
