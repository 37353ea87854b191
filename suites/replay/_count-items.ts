import {
  type Creation,
  type Exchange,
  type Finding,
  findMarkedEntries,
  findMarkedPages,
  hasStatus,
  held,
  type Item,
  type Items,
  inconclusive,
  isListed,
  type Tools,
  violated,
} from '#rule';

/** The items that exist after several creations with one marker. */
export interface ItemCount {
  /** Ids of the items that were found. */
  readonly ids: readonly string[];
  /** The number of items that one creation creates. */
  readonly usual: number;
  /** The exchanges in which they were found. */
  readonly shows: readonly Exchange[];
  /** Whether the list was read completely, and shows none of them. */
  readonly isUnlisted: boolean;
  /** Why there may be more items than were found. */
  readonly doubt: string | undefined;
}

/** Counts the items of creations with one marker: by the ids in the responses, else by the marker in the list. */
export async function countItems(tools: Tools, creations: readonly Creation[]): Promise<ItemCount> {
  const named = await selectExisting(tools.items, creations);
  const ids = named.map(({ id }) => id);
  const census = { ids, usual: 1, shows: named.map(({ exchange }) => exchange), isUnlisted: false, doubt: undefined };
  if (named.length > 1) return census;
  const listed = await findInList(tools, creations);
  const count = listed?.ids.length ?? 0;
  const usual = count > 1 ? await countUsual(tools, creations) : 1;
  if (listed && count > 0 && (listed.isWhole || count > usual)) return { ...census, ...listed, usual };
  const isNamedByAll = creations.every(({ item }) => item !== undefined);
  const doubt = isNamedByAll ? undefined : 'neither the responses nor a list show which items were created';
  return { ...census, isUnlisted: listed?.isWhole === true && count === 0, doubt };
}

/** Violated when there are more items than one creation creates. */
export function judgeItemCount({ ids, usual, shows, doubt }: ItemCount, sent: readonly Exchange[]): Finding {
  if (ids.length > usual) {
    const pages = shows.filter((exchange) => !sent.includes(exchange));
    return violated({ expected: 'one item', actual: { things: ids.length, ids }, shows: [...sent, ...pages] });
  }
  return doubt === undefined ? held : inconclusive('no-usable-case', doubt);
}

/**
 * The items in the list with the marker of the creations, which are cleaned up from now on; undefined where the list
 * cannot show markers. The list is read until it shows an expected marker.
 */
export async function findInList(
  { items, collection }: Tools,
  [first]: readonly Creation[],
  awaited = first?.mark ?? '',
): Promise<(Pick<ItemCount, 'ids' | 'shows'> & { readonly isWhole: boolean }) | undefined> {
  if (first === undefined || collection.list === undefined || !isMarked(first)) return undefined;
  const listing = await items.listUntil((seen) => isListed(seen, awaited));
  const entries = findMarkedEntries(listing, first.mark);
  for (const entry of entries) items.claim(entry);
  const ids = [...new Set(entries.flatMap((entry) => items.readId(entry) ?? []))];
  return { ids, shows: findMarkedPages(listing, first.mark), isWhole: listing.isWhole };
}

/**
 * Whether the item that a creation named exists and comes from that creation: no copy under another id, and no item
 * of others. If so, it is cleaned up.
 */
export async function isExisting(items: Items, { item, ...creation }: Creation & { item: Item }): Promise<boolean> {
  const look = await item.getUntil((exchange) => hasStatus(exchange, 200));
  const { text = '', json } = look.answer ?? {};
  if (json !== undefined) items.claim(json);
  const isItself = (items.readId(json) ?? item.id) === item.id;
  return hasStatus(look, 200) && isItself && (!isMarked(creation) || text.includes(creation.mark));
}

interface Named {
  readonly id: string;
  readonly exchange: Exchange;
}

/** One response for each named item; where the responses name several, only those that exist. */
async function selectExisting(items: Items, creations: readonly Creation[]): Promise<Named[]> {
  const named = new Map<string, Creation & { readonly item: Item }>();
  for (const creation of creations) {
    const { item } = creation;
    if (item !== undefined && !named.has(item.id)) named.set(item.id, { ...creation, item });
  }
  const living: Named[] = [];
  for (const [id, creation] of named)
    if (named.size < 2 || (await isExisting(items, creation))) living.push({ id, exchange: creation.exchange });
  return living;
}

/** Control: one creation may create more than one entry. */
async function countUsual(tools: Tools, [first]: readonly Creation[]): Promise<number> {
  const { items, fresh } = tools;
  const once = await items.post(first?.sent ?? null, { key: fresh.key(), marked: true, role: 'control' });
  return Math.max(1, (await findInList(tools, [once]))?.ids.length ?? 1);
}

const isMarked = ({ sent, mark }: Pick<Creation, 'sent' | 'mark'>): boolean => JSON.stringify(sent).includes(mark);
