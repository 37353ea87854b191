import type { Json, JsonObject } from '../../model/json.js';

/**
 * The id of an item in the JSON type that the member wants which refers to it: services show ids as numbers, and take
 * references as text, or the other way round. Unchanged where the schemas say nothing, or allow it as it is.
 */
export function matchType(id: Json, schemas: readonly JsonObject[]): Json {
  const types = schemas.flatMap(({ type }) => type ?? []);
  const isNumber = types.includes('integer') || types.includes('number');
  if (typeof id === 'number' && types.includes('string') && !isNumber) return String(id);
  const isNumeric = typeof id === 'string' && /^(0|[1-9]\d{0,14})$/.test(id);
  return isNumeric && isNumber && !types.includes('string') ? Number(id) : id;
}
