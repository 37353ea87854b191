import {
  type Creation,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  type Items,
  inconclusive,
  type Tools,
  violated,
} from '#rule';

/** The items that exist after several creations with one marker. */
export interface ItemCount {
  /** Ids of the items that were found. */
  readonly ids: readonly string[];
  /** The number of items that one creation creates. */
  readonly usual: number;
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

/** The items in the list with the marker of the creations, for the cleanup; undefined where it shows no markers. */
export async function findInList(
  { items, collection }: Tools,
  [first]: readonly Creation[],
  awaited = first?.mark ?? '',
): Promise<(Pick<ItemCount, 'ids' | 'shows'> & { readonly isWhole: boolean }) | undefined> {
  if (first === undefined || collection.list === undefined || !isMarked(first)) return undefined;
  const listing = await items.listUntil((seen) => compare.isListed(seen, awaited));
  const entries = compare.findMarkedEntries(listing, first.mark);
  for (const entry of entries) items.claim(entry);
  const ids = [...new Set(entries.flatMap((entry) => items.readId(entry) ?? []))];
  return { ids, shows: compare.findMarkedPages(listing, first.mark), isWhole: listing.isWhole };
}

/** Whether the item that a creation named exists and comes from that creation; if so, it is cleaned up. */
export async function isExisting(items: Items, { item, ...creation }: Creation & { item: Item }): Promise<boolean> {
  const look = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
  const { text = '', json } = look.answer ?? {};
  if (json !== undefined) items.claim(json);
  const isItself = (items.readId(json) ?? item.id) === item.id;
  return http.hasStatus(look, 200) && isItself && (!isMarked(creation) || text.includes(creation.mark));
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

/** The outcome of an aborted creation that was sent again. */
export interface AbortedOutcome {
  /** The aborted request and the repetitions. */
  readonly sent: readonly Exchange[];
  readonly census: ItemCount;
  /** GET of the item that the last response names, where the list does not show it. */
  readonly look?: Exchange | undefined;
  /** Control where no item was created: whether such a creation succeeds and is listed when it is not aborted. */
  readonly isUsuallyMade?: boolean;
}

/** Reads the item that the last response names; where it names none, checks whether such creations usually succeed. */
export async function readOutcome(last: Creation, census: ItemCount, tools: Tools) {
  const { items, fresh } = tools;
  if (!census.isUnlisted) return { census };
  if (last.item) return { census, look: await last.item.getUntil((exchange) => http.hasStatus(exchange, 200)) };
  const control = await items.post(last.sent, { key: fresh.key(), marked: true, role: 'control' });
  const listed = await findInList(tools, [control]);
  return { census, isUsuallyMade: http.hasStatus(control.exchange, 200, 201) && (listed?.ids.length ?? 0) > 0 };
}

/** Violated when several items exist, or none: the named item must exist, and a valid creation must succeed in the end. */
export function judgeAborted({ sent, census, look, isUsuallyMade = false }: AbortedOutcome): Finding {
  const found = judgeItemCount(census, sent);
  if (found.verdict === 'violated' || !census.isUnlisted) return found;
  const last = sent.at(-1);
  const none = (actual: string, shows: readonly Exchange[]) => violated({ expected: 'one item', actual, shows });
  if (look && http.hasStatus(look, 404, 410))
    return none(`the response names an item for which GET returned ${look.answer?.status}`, [...sent, look]);
  if (last && isUsuallyMade && http.hasStatus(last, 400, 422))
    return none(`no item was created, and the repetition returned ${last.answer?.status}`, sent);
  return look && http.hasStatus(look, 200)
    ? held
    : inconclusive('setup', 'neither the responses nor the list show which items were created');
}
