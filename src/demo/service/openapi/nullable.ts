import { isObject, type Json, type JsonObject } from '../http/json.js';

/** OpenAPI 3.0 has no null type: it has `nullable`, and an enum must contain null. */
export function convertNullable(value: Json): Json {
  if (Array.isArray(value)) return value.map(convertNullable);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, convertNullable(member ?? null)] as const);
  const copy: JsonObject = Object.fromEntries(entries);
  const types = Array.isArray(value.type) ? (value.type as readonly string[]) : undefined;
  return types?.includes('null') ? { ...copy, type: types.find((type) => type !== 'null'), nullable: true } : copy;
}
