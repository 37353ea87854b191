import type { http, Items, Json } from '#rule';

type Relation = keyof NonNullable<http.Page['links']>;

/** A link of a page to another one than the next, and where it leads. */
export interface LinkedPage {
  readonly relation: Relation;
  /** The page that has the link. */
  readonly from: http.Page;
  readonly target: string;
  /** The page that the link leads to. */
  readonly found: http.Page;
  /** The id of the entry that must be on it. */
  readonly wanted: string;
  readonly isShown: boolean;
}

/** All pages of a list, and the pages that they link to beside the next one. */
export interface LinkedPages {
  readonly walk: Awaited<ReturnType<Items['walk']>>;
  readonly followed: readonly LinkedPage[];
  /** Whether the list is as before after all links were followed. */
  readonly isSame: boolean;
}

/**
 * Walks through the pages of this size, and follows the first link of each relation: to the first page, from the third page to
 * the second, and to the last one. The first page must show the first entry, the previous one the entry before, and the last one
 * the last entry: how the others are divided into pages is free.
 */
export async function followPageLinks(items: Items, size: number): Promise<LinkedPages> {
  const walk = await items.walk({ size });
  const pages = walk.pages.filter(({ entries = [] }) => entries.length > 0);
  const ids = (page: http.Page | undefined) => (page?.entries ?? []).map((entry: Json) => items.readId(entry));
  const wanted: Record<Relation, string | undefined> = {
    first: ids(pages[0])[0],
    prev: ids(pages[1]).at(-1),
    last: walk.ended === 'end' ? ids(pages.at(-1)).at(-1) : undefined,
  };
  const followed: LinkedPage[] = [];
  for (const [relation, id] of Object.entries(wanted) as [Relation, string | undefined][]) {
    const from = relation === 'prev' ? pages[2] : pages.find(({ links }) => links?.[relation] !== undefined);
    const target = from?.links?.[relation];
    if (from === undefined || target === undefined || id === undefined) continue;
    const found = await items.page(target);
    followed.push({ relation, from, target, found, wanted: id, isShown: ids(found).includes(id) });
  }
  if (followed.every(({ isShown }) => isShown)) return { walk, followed, isSame: true };
  const again = await items.walk({ size });
  const inOrder = (one: typeof walk) => one.entries.map((entry) => items.readId(entry)).join('\n');
  return { walk, followed, isSame: inOrder(walk) === inOrder(again) };
}
