import type { Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';

/** Items that existed before the run do not belong to it. */
export function addExistingItems<T extends Collection>(collection: T, entries: readonly Json[]): T {
  const standing = entries.flatMap((entry) => readItemId(entry, collection) ?? []).map(String);
  return standing.length > 0 ? { ...collection, standing } : collection;
}
