import type { Tools } from '#rule';
import { type FilteredList, has } from './filtered-lists.js';

/** A filtered list, by a value, by a part of it, or by an id that no item has. */
export interface PartlyFilteredList extends FilteredList {
  /** Whether the value is a part of the id of an item, or unknown: no filter finds items by these. */
  readonly isPartOfId: boolean;
}

/**
 * Where items refer to another item, reads the list filtered by the beginning of its id, which no own item has, and by an id that
 * nothing has. Returns the first such list that shows one of them, otherwise the given one.
 */
export async function readByPartOfId(
  { items, collection, fresh }: Tools,
  list: FilteredList,
): Promise<PartlyFilteredList> {
  const usual = { ...list, isPartOfId: false };
  if (list.again !== undefined) return usual;
  const owned = [...list.matching, ...list.others];
  for (const { name, pointer, value } of listReferenceFilters(collection)) {
    const isShown = (walk: FilteredList['walk']) => owned.some(({ item }) => has(items, walk, item));
    for (const wrong of [value.slice(0, -1), fresh.idLike(value)]) {
      const read = () => items.walk({ from: items.firstPage(undefined, { [name]: wrong }), maxPages: 30 });
      const walk = wrong === '' ? undefined : await read();
      if (walk === undefined || !isShown(walk)) continue;
      const others = owned.map((one) => ({ ...one, value }));
      return {
        ...list,
        name,
        pointer,
        value: wrong,
        matching: [],
        others,
        walk,
        again: await read(),
        isPartOfId: true,
      };
    }
  }
  return usual;
}

/** The filters by a member that refers to an item, with the id that all own items have there. */
function listReferenceFilters({ filters = {}, overrides, references = [] }: Tools['collection']) {
  return Object.entries(filters).flatMap(([name, pointer]) => {
    const isNamed = (one: string) => one === pointer || one.startsWith(`${pointer}/`);
    const places = references.some(isNamed) ? Object.keys(overrides).filter(isNamed) : [];
    // A list is filled after it was emptied.
    const value = places.flatMap((place) => [overrides[place] ?? []].flat()).at(-1);
    return typeof value === 'string' || typeof value === 'number' ? [{ name, pointer, value: String(value) }] : [];
  });
}
