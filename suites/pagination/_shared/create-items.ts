import { assume, type Collection, compare, http, type Item, type Items, type Json, needs } from '#rule';

/** Number of concurrent creations. */
const atOnce = 34;

/**
 * Creates this number of items, a few at a time; no creation is in progress when it ends. Throws the error of a
 * failed creation.
 */
export async function createItems(items: Items, body: Json, many: number): Promise<Item[]> {
  const made: Item[] = [];
  while (made.length < many) {
    const batch = Array.from({ length: Math.min(atOnce, many - made.length) }, () =>
      items.create(body, { role: 'control' }),
    );
    for (const one of await Promise.allSettled(batch)) {
      if (one.status === 'rejected') throw one.reason;
      made.push(one.value);
    }
  }
  return made;
}

/** Items of this run, and the whole collection as it lists them: what walks are compared with. */
export interface ListedItems {
  readonly owned: readonly Item[];
  readonly all: http.Listing;
}

export interface DrawnChange {
  readonly patch: Json;
  readonly replacement: Json;
}

/**
 * Creates this number of items, changes the first one where a change is drawn, and reads the list until it shows all of them.
 * Throws InconclusiveError where the collection cannot be read completely.
 */
export async function createAndList(
  items: Items,
  body: Json,
  many: number,
  change?: (first: Item) => Promise<unknown>,
): Promise<ListedItems> {
  const owned = await createItems(items, body, many);
  if (owned[0]) await change?.(owned[0]);
  const shows = (all: http.Listing) => owned.every((item) => items.findEntry(all, item) !== undefined);
  const all = await items.listUntil(shows);
  requireWhole(all);
  assume(shows(all), 'setup', 'the collection does not list all created items');
  return { owned, all };
}

/** Throws InconclusiveError where a collection could not be read completely. */
export function requireWhole({ isWhole, trouble }: http.Listing): void {
  const why = trouble ?? 'the collection is too large to be read completely, or no page marks its end';
  assume(isWhole, 'no-usable-case', why);
}

/**
 * Changes an item by PATCH, otherwise by PUT, where the collection offers one. A refused change is no reason to end the
 * case: then the list is one of unchanged items.
 */
export async function changeItem(item: Item, drawn: DrawnChange, { patch, replace }: Collection): Promise<void> {
  if (patch?.request && isPatch(drawn.patch)) await item.patch(http.preparePatch(item, drawn.patch));
  else if (replace?.request) await item.put(item.prepare(drawn.replacement));
}

const isPatch = (drawn: Json): boolean => compare.isObject(drawn) && Object.keys(drawn).length > 0;

/**
 * Makes sure that the collection lists at least this number of entries, and creates the missing ones where that is
 * allowed. Returns the items that it created. Throws InconclusiveError where there are too few entries and too many
 * would have to be created.
 */
export async function ensureEntries(items: Items, body: Json, want: number): Promise<Item[]> {
  const first = await items.list((entries) => entries.length >= want);
  const there = first.entries.length;
  assume(first.trouble === undefined, 'setup', `the collection could not be read: ${first.trouble}`);
  if (there >= want) return [];
  const hint = `the check needs ${want} items, and there are ${there}`;
  assume(want - there <= items.maxItems, 'no-usable-case', `${hint}; ${describeMostItems(items)}`);
  const one = await items.getAny(body);
  assume(!compare.isFound(one), 'no-usable-case', `${hint}; with --permit writes the missing items are created`);
  const made = [one, ...(await createItems(items, body, want - there - 1))];
  const all = await items.listUntil((listing) => made.every((item) => items.findEntry(listing, item) !== undefined));
  assume(all.entries.length >= want, 'setup', 'the collection does not list all created items');
  return made;
}

/** How many items a check may create, and what permits more. */
export const describeMostItems = ({ maxItems }: Items): string =>
  `a check creates at most ${maxItems}; with --permit floods it may create 1001`;

type Schema = NonNullable<Collection['item']>;

export const sortedLists = needs.defineNeed('collection', {
  name: 'sorting',
  reason: 'no query parameter is known that sorts the list by listed values',
  enable: 'resources[].sorting',
  isMet: ({ sorting }) => sorting !== undefined && sorting.values.length > 0,
});

export const reportedTotal = needs.defineNeed('collection', {
  name: 'reported total',
  reason: 'the member for the total is not known',
  enable: 'resources[].pagination.total',
  isMet: ({ pagination }) => pagination.total !== undefined && pagination.total !== '',
});

/**
 * How the last page of a walk is filled: completely, with one entry, with one entry less than completely; or every
 * page has one entry.
 */
export type LastPageFill = 'even' | 'over' | 'short' | 'ones';

/** Maximum number of pages of a walk, roughly. */
const mostPages = 15;

/**
 * The smallest page size that divides this number of entries in the wanted way, or nearly; undefined where no known
 * size is small enough.
 */
export function chooseSizeFor(total: number, cut: LastPageFill, collection: Collection): number | undefined {
  const allowed = listWalkableSizes(total, collection);
  const proper = cut === 'ones' ? allowed : allowed.filter((size) => size > 1);
  return proper.find((size) => cuts[cut](total, size)) ?? proper[0] ?? allowed[0];
}

/**
 * Creates and lists items, and changes the first one; one more where no page size would fill the last page. Returns the sizes of pages that fill it in all ways,
 * and the ids that one entry has.
 */
export async function createForWalks(
  items: Items,
  body: Json,
  many: number,
  drawn: DrawnChange,
  collection: Collection,
): Promise<ListedItems & { readonly entries: readonly Pick<Item, 'id'>[]; readonly sizes: readonly number[] }> {
  const first = await createAndList(items, body, many, (item) => changeItem(item, drawn, collection));
  const isEven = canFillLastPage(first.all.entries.length, collection);
  const more = isEven ? undefined : await createAndList(items, body, 1);
  const listed = more ? { owned: [...first.owned, ...more.owned], all: more.all } : first;
  const sizes = chooseSizesFor(listed.all.entries.length, collection);
  assume(sizes.length > 0, 'no-usable-case', 'the smallest allowed page shows all items');
  const ids = listed.all.entries.flatMap((entry) => items.readId(entry) ?? []);
  const entries = ids.filter((id) => ids.indexOf(id) === ids.lastIndexOf(id)).map((id) => ({ id }));
  return { ...listed, entries, sizes };
}

/** Whether several pages can hold this number of entries with the last one full, where there are enough entries for that. */
const canFillLastPage = (total: number, collection: Collection): boolean =>
  listWalkableSizes(total, collection).some((size) => size < total && total % size === 0);

/** The page sizes that fill the last page in all ways, as far as known sizes do; the smallest of each way. */
export const chooseSizesFor = (total: number, collection: Collection): number[] => [
  ...new Set(
    (['even', 'over', 'short', 'ones'] as const).flatMap((cut) => chooseSizeFor(total, cut, collection) ?? []),
  ),
];

/** Page sizes by which this number of entries can be walked in few pages, smallest first. */
const listWalkableSizes = (total: number, collection: Collection): number[] =>
  listAllowedSizes(collection, total).filter((size) => size * mostPages >= total);

/** The smallest allowed page size that is not below `wished` and needs few pages for this number of entries. */
export function chooseSizeNear(wished: number, collection: Collection, total = 1): number | undefined {
  const least = Math.max(wished, Math.ceil(total / mostPages));
  return listAllowedSizes(collection, 100).find((size) => size >= least);
}

const cuts: Readonly<Record<LastPageFill, (total: number, size: number) => boolean>> = {
  even: (total, size) => total % size === 0,
  over: (total, size) => total % size === 1,
  short: (total, size) => size > 2 && total % size === size - 1,
  ones: (_, size) => size === 1,
};

/** Page sizes that are not known to be refused, smallest first. */
function listAllowedSizes({ list, pagination }: Collection, most: number): number[] {
  const schema = list?.parameters.find(({ name }) => name === pagination.params.size)?.schema;
  const { minimum = 1, maximum = most, options } = readBounds(schema);
  const last = Math.min(most, maximum, pagination.maxSize ?? most);
  const all = Array.from({ length: Math.max(last, 0) }, (_, i) => i + 1);
  return all.filter((size) => size >= minimum && (options === undefined || options.includes(size)));
}

function readBounds(schema: Schema | undefined) {
  const { minimum, maximum, enum: options } = compare.isObject(schema) ? schema : {};
  return {
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
    ...(Array.isArray(options) && { options }),
  };
}
