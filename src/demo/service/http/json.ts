/** A value of RFC 8259. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of RFC 8259; `undefined` members are not sent. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function removeMembers(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

export function pickMembers(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** Converts equal values to equal text: members are sorted by name. */
export function canonicalize(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
