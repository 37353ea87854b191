import { assume, type Item, type Items, isFound, type Json, type Listing } from '#rule';

/** Most things that are made for one case. */
const mostMade = 31;

/** So many are under way at once. */
const atOnce = 4;

/** Makes so many things, a few at a time; none is under way any more when it ends. Throws what the making of one threw. */
export async function makeSome(items: Items, body: Json, many: number): Promise<Item[]> {
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

/** Things of one's own, and the whole collection as it lists them: what walks are compared with. */
export interface Layout {
  readonly owned: readonly Item[];
  readonly all: Listing;
}

/** Makes so many things and looks until the whole collection lists them. Throws a Doubt where it cannot be seen whole. */
export async function layOut(items: Items, body: Json, many: number): Promise<Layout> {
  const owned = await makeSome(items, body, many);
  const shows = (all: Listing) => owned.every((item) => items.findEntry(all, item) !== undefined);
  const all = await items.listUntil(shows);
  assume(
    all.isWhole,
    'no-usable-case',
    all.trouble ?? 'the collection is too large to be walked through, or nothing tells where it ends',
  );
  assume(shows(all), 'setup', 'the collection does not list everything that was made');
  return { owned, all };
}

/**
 * Sees to it that the collection lists at least so many entries, of whomever, and makes what is missing where that is
 * allowed. Gives the things it made. Throws a Doubt where there are too few, and where making them would be too much.
 */
export async function stockUp(items: Items, body: Json, want: number): Promise<Item[]> {
  const first = await items.list((entries) => entries.length >= want);
  const there = first.entries.length;
  assume(first.trouble === undefined, 'setup', `the collection could not be looked at: ${first.trouble}`);
  if (there >= want) return [];
  const hint = `it would take ${want} items to see a difference, and there are ${there}`;
  assume(want <= mostMade, 'no-usable-case', hint);
  const one = await items.getAny(body);
  assume(!isFound(one), 'no-usable-case', `${hint}; with --permit writes they are made`);
  const made = [one, ...(await makeSome(items, body, want - there - 1))];
  const all = await items.listUntil((listing) => made.every((item) => items.findEntry(listing, item) !== undefined));
  assume(all.entries.length >= want, 'setup', 'the collection does not list everything that was made');
  return made;
}
