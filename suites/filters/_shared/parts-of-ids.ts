import type { Tools } from '#rule';
import { type FilteredList, has } from './filtered-lists.js';

/** A filtered list, by a value or by a part of it. */
export interface PartlyFilteredList extends FilteredList {
  /** Whether the value is a part of the id of an item: no filter finds items by parts of references. */
  readonly isPartOfId: boolean;
}

/**
 * Where items refer to another item, reads the list filtered by the beginning of its id, which no own item has. Returns that
 * list where it shows one of them, otherwise the given one.
 */
export async function readByPartOfId({ items, collection }: Tools, list: FilteredList): Promise<PartlyFilteredList> {
  const { name, pointer, value, matching } = list;
  const usual = { ...list, isPartOfId: false };
  const isReference = Object.keys(collection.overrides).some(
    (place) => place === pointer || place.startsWith(`${pointer}/`),
  );
  const part = value.slice(0, -1);
  if (!isReference || part === '' || list.again !== undefined) return usual;
  const read = () => items.walk({ from: items.firstPage(undefined, { [name]: part }), maxPages: 30 });
  const isShown = (walk: FilteredList['walk']) => matching.some(({ item }) => has(items, walk, item));
  const walk = await read();
  if (!isShown(walk)) return usual;
  return { ...list, value: part, matching: [], others: matching, walk, again: await read(), isPartOfId: true };
}
