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

/** What stands after several creations with one mark. */
export interface Census {
  /** Ids of the things that were found. */
  readonly ids: readonly string[];
  /** How many things one creation makes here. */
  readonly usual: number;
  /** The exchanges in which they were found. */
  readonly shows: readonly Exchange[];
  /** Whether the list was seen whole, and shows none of them. */
  readonly isUnlisted: boolean;
  /** Why there may be more than were found. */
  readonly doubt: string | undefined;
}

/** Counts the things that creations with one mark made: by the ids that the answers name, else by the mark in the list. */
export async function takeCensus(tools: Tools, creations: readonly Creation[]): Promise<Census> {
  const named = await livingOf(tools.items, creations);
  const ids = named.map(({ id }) => id);
  const census = { ids, usual: 1, shows: named.map(({ exchange }) => exchange), isUnlisted: false, doubt: undefined };
  if (named.length > 1) return census;
  const listed = await lookUp(tools, creations);
  const count = listed?.ids.length ?? 0;
  const usual = count > 1 ? await usualCount(tools, creations) : 1;
  if (listed && count > 0 && (listed.isWhole || count > usual)) return { ...census, ...listed, usual };
  const isNamedByAll = creations.every(({ item }) => item !== undefined);
  const doubt = isNamedByAll ? undefined : 'neither the answers nor a list tell what was made';
  return { ...census, isUnlisted: listed?.isWhole === true && count === 0, doubt };
}

/** Violated when there are more things than one creation makes. */
export function judgeCensus({ ids, usual, shows, doubt }: Census, sent: readonly Exchange[]): Finding {
  if (ids.length > usual) {
    const pages = shows.filter((exchange) => !sent.includes(exchange));
    return violated({ expected: 'one thing', actual: { things: ids.length, ids }, shows: [...sent, ...pages] });
  }
  return doubt === undefined ? held : inconclusive('no-usable-case', doubt);
}

/**
 * The things that the list shows with the mark of the creations, which are cleaned up from now on; undefined where no list
 * could. The list is looked at until it shows an awaited mark.
 */
export async function lookUp(
  { items, collection }: Tools,
  [first]: readonly Creation[],
  awaited = first?.mark ?? '',
): Promise<(Pick<Census, 'ids' | 'shows'> & { readonly isWhole: boolean }) | undefined> {
  if (first === undefined || collection.list === undefined || !isMarked(first)) return undefined;
  const listing = await items.listUntil((seen) => isListed(seen, awaited));
  const entries = findMarkedEntries(listing, first.mark);
  for (const entry of entries) items.claim(entry);
  const ids = [...new Set(entries.flatMap((entry) => items.readId(entry) ?? []))];
  return { ids, shows: findMarkedPages(listing, first.mark), isWhole: listing.isWhole };
}

/** Whether what a creation named is there, and is what it made: not the same under another id, nor what others made. If so, it is cleaned up. */
export async function isStanding(items: Items, { item, ...creation }: Creation & { item: Item }): Promise<boolean> {
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

/** One answer for each thing that was named; where they name several, only what is standing. */
async function livingOf(items: Items, creations: readonly Creation[]): Promise<Named[]> {
  const named = new Map<string, Creation & { readonly item: Item }>();
  for (const creation of creations) {
    const { item } = creation;
    if (item !== undefined && !named.has(item.id)) named.set(item.id, { ...creation, item });
  }
  const living: Named[] = [];
  for (const [id, creation] of named)
    if (named.size < 2 || (await isStanding(items, creation))) living.push({ id, exchange: creation.exchange });
  return living;
}

/** A control: a creation that is sent once may make more than one entry, too. */
async function usualCount(tools: Tools, [first]: readonly Creation[]): Promise<number> {
  const { items, fresh } = tools;
  const once = await items.post(first?.sent ?? null, { key: fresh.key(), marked: true, role: 'control' });
  return Math.max(1, (await lookUp(tools, [once]))?.ids.length ?? 1);
}

const isMarked = ({ sent, mark }: Pick<Creation, 'sent' | 'mark'>): boolean => JSON.stringify(sent).includes(mark);
