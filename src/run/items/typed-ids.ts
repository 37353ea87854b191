import type { Json, JsonObject } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import { isFound } from '../../rule/compare/found-item.js';
import type { PlacedItem } from '../../rule/tools.js';

/**
 * The id of an item in its JSON type: a number stays a number. A path says no type, so where the response to the creation does not show
 * the id, the item is read.
 */
export async function readTypedId({ item, of }: PlacedItem): Promise<Json> {
  const shown = readItemId(isFound(item) ? item.sent : item.createdBy.answer?.json, of);
  const isIts = shown !== undefined && (String(shown) === item.id || of.id.ignoresCase === true);
  if (isIts || of.read === undefined || !/^\d{1,15}$/.test(item.id)) return isIts ? shown : item.id;
  const read = readItemId((await item.get()).answer?.json, of);
  return String(read) === item.id ? (read ?? item.id) : item.id;
}

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
