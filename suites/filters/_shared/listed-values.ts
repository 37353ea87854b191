import { assume, compare, type Json, type Tools } from '#rule';
import { type FilteredWalk, readTexts } from './filtered-lists.js';

/** A list filtered by a value that one of its entries shows, and an entry on its pages that shows another value. */
export interface ListedValue {
  readonly name: string;
  readonly pointer: string;
  readonly value: string;
  readonly walk: FilteredWalk;
  readonly stray: StrayEntry | undefined;
}

/** The id of an entry, and its values of the filtered member. */
interface StrayEntry {
  readonly id: string | undefined;
  readonly texts: readonly string[];
}

/** Most values of a filter in one case, most lists, and most pages of each. */
const maxValues = 3;
const maxLists = 6;
const maxPages = 3;

const rotate = <T>(all: readonly T[], by: number): T[] => [
  ...all.slice(by % Math.max(all.length, 1)),
  ...all.slice(0, by % Math.max(all.length, 1)),
];

/**
 * Reads the list filtered by values that its entries show, own or not, and once more where an entry shows another
 * value, which must be the same entry then. Throws InconclusiveError where the entries show fewer than two values.
 */
export async function readListedValues({ items, collection }: Tools, turn: number): Promise<readonly ListedValue[]> {
  const page = await items.page(items.firstPage());
  const entries = page.entries ?? [];
  const usable = Object.entries(collection.filters ?? {}).flatMap(([name, pointer]) => {
    const all = entries.flatMap((entry) => readTexts(compare.getAtPointer(entry, pointer)));
    const different = [...new Set(all)].filter((text) => text !== '' && !/[%_*]/.test(text));
    const values = different.length < 2 ? [] : rotate(different, turn).slice(0, maxValues);
    return values.map((value) => ({ name, pointer, value }));
  });
  assume(usable.length > 0, 'no-usable-case', 'the entries of the list do not show two values of a filtered member');
  const seen: ListedValue[] = [];
  for (const filter of rotate(usable, turn * maxValues).slice(0, maxLists)) {
    const from = items.firstPage(undefined, { [filter.name]: filter.value });
    const read = async () => {
      const walk = await items.walk({ from, maxPages });
      return { ...filter, walk, stray: findStray(items, walk.entries, filter) };
    };
    const look = await read();
    if (look.stray !== undefined) {
      // Waits for the end of the window in which a filter may lag behind what the entries show.
      await items.listUntil(() => false);
      const again = await read();
      seen.push(again.stray?.id === look.stray.id ? again : { ...again, stray: undefined });
    } else seen.push(look);
  }
  return seen;
}

/** An entry that shows values, but not the wanted one or a text with it: a filter of texts may compare a part. */
function findStray(
  items: Pick<Tools['items'], 'readId'>,
  entries: readonly Json[],
  { pointer, value }: Pick<ListedValue, 'pointer' | 'value'>,
): StrayEntry | undefined {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim();
  return entries
    .map((entry) => ({ id: items.readId(entry), texts: readTexts(compare.getAtPointer(entry, pointer)) }))
    .find(({ texts }) => texts.length > 0 && !texts.some((text) => fold(text).includes(fold(value))));
}
