import { assume, type Item, type Items, isFound, type Json, type Listing } from '#rule';

/** Maximum number of items that are created for one case. */
const mostMade = 31;

/** Number of concurrent creations. */
const atOnce = 4;

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
  readonly all: Listing;
}

/**
 * Creates this number of items and reads the list until it shows all of them. Throws InconclusiveError where the
 * collection cannot be read completely.
 */
export async function createAndList(items: Items, body: Json, many: number): Promise<ListedItems> {
  const owned = await createItems(items, body, many);
  const shows = (all: Listing) => owned.every((item) => items.findEntry(all, item) !== undefined);
  const all = await items.listUntil(shows);
  assume(
    all.isWhole,
    'no-usable-case',
    all.trouble ?? 'the collection is too large to be read completely, or no page marks its end',
  );
  assume(shows(all), 'setup', 'the collection does not list all created items');
  return { owned, all };
}

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
  assume(want <= mostMade, 'no-usable-case', hint);
  const one = await items.getAny(body);
  assume(!isFound(one), 'no-usable-case', `${hint}; with --permit writes the missing items are created`);
  const made = [one, ...(await createItems(items, body, want - there - 1))];
  const all = await items.listUntil((listing) => made.every((item) => items.findEntry(listing, item) !== undefined));
  assume(all.entries.length >= want, 'setup', 'the collection does not list all created items');
  return made;
}
