import { compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';

interface NamedContent {
  readonly id: string;
  readonly shown: Json | undefined;
}

/** A created item, and what may be copies of it. */
export interface PossibleCopies {
  readonly own: NamedContent;
  readonly others: readonly NamedContent[];
  readonly shows: readonly Exchange[];
}

/** Most new entries of one round that are read. */
const mostRead = 3;

/**
 * In which rounds an item is created, and how many times as long the others take: what other clients add would come in these, too. The
 * last one is the longest, or what they add at intervals came with both creations by chance.
 */
const rounds = [
  { isCreated: true, times: 0 },
  { isCreated: false, times: 1 },
  { isCreated: true, times: 0 },
  { isCreated: false, times: 10 },
];
/** Longest wait of a round, in milliseconds. */
const maxWaitMs = 10_000;

/**
 * What may be copies of created items: entries with the marker of one, or what is new in the list after each creation, and only then,
 * beside the item. For these, more is created with `body`, where an entry that is not one of this case is an id alone or shows what was sent.
 */
export async function findCopies(
  tools: Tools,
  owned: readonly Item[],
  listing: http.Listing,
  body: Json | undefined,
): Promise<readonly PossibleCopies[]> {
  const { items, collection } = tools;
  const show = (entry: Json | undefined): NamedContent => ({ id: items.readId(entry) ?? '', shown: entry });
  const item = owned.find((one) => items.findCopies(listing, one).length > 0);
  if (item) {
    const shows = [item.createdBy, ...listing.pages.slice(0, 3)];
    const others = items.findCopies(listing, item).map(show);
    return [{ own: show(items.findEntry(listing, item)), others, shows }];
  }
  if (body === undefined || collection.remove === undefined || !listing.isWhole) return [];
  const entries = owned.map((one) => items.findEntry(listing, one));
  const isSuspect = (entry: Json) => !entries.includes(entry) && owned.some((one) => mayBeCopy(entry, one));
  return listing.entries.some(isSuspect) ? createAmongEntries(tools, owned, listing, body) : [];
}

/** Whether an entry contradicts nothing that was sent. */
function mayBeCopy(entry: Json, { sent }: Item): boolean {
  const isAlike = ([name, value]: [string, Json]) =>
    !compare.isObject(sent) || sent[name] === undefined || compare.isEquivalent(sent[name], value);
  return !compare.isObject(entry) || Object.entries(entry).every(isAlike);
}

async function createAmongEntries(
  { items, client }: Tools,
  owned: readonly Item[],
  first: http.Listing,
  body: Json,
): Promise<readonly PossibleCopies[]> {
  const listIds = ({ entries }: http.Listing) =>
    entries.map((entry) => items.readId(entry) ?? (typeof entry === 'object' ? '' : String(entry)));
  const known = new Set([...owned.map(({ id }) => id), ...listIds(first), '']);
  const found: PossibleCopies[] = [];
  let tookMs = 0;
  for (const { isCreated, times } of rounds) {
    await http.pause(Math.min(tookMs * times, maxWaitMs));
    const begun = http.clock.now();
    const item = isCreated ? await items.create(body) : undefined;
    const shows = (seen: http.Listing) => item === undefined || items.findEntry(seen, item) !== undefined;
    const listing = await items.listUntil(shows);
    const added = listIds(listing).filter((id) => id !== item?.id && !known.has(id));
    if (!listing.isWhole || !shows(listing) || isCreated !== added.length > 0) return [];
    for (const id of [...added, ...(item ? [item.id] : [])]) known.add(id);
    tookMs = Math.max(tookMs, http.clock.now() - begun);
    if (item) found.push(await readCopies(item, added));
  }
  return found;

  async function readCopies(item: Item, added: readonly string[]): Promise<PossibleCopies> {
    const own = await item.get();
    const looks: Exchange[] = [];
    const place = encodeURIComponent(item.id);
    const at = item.path.lastIndexOf(place);
    for (const id of at < 0 ? [] : added.slice(0, mostRead)) {
      const path = item.path.slice(0, at) + encodeURIComponent(id) + item.path.slice(at + place.length);
      looks.push(await client.trySend({ method: 'GET', path }));
    }
    const others = looks.flatMap(({ answer }, i): NamedContent[] => {
      const [id = '', shown] = [added[i], answer?.json];
      // Another name of the same item shows the id of the item.
      return answer?.status === 200 && items.readId(shown) === id ? [{ id, shown }] : [];
    });
    return { own: { id: item.id, shown: own.answer?.json }, others, shows: [item.createdBy, own, ...looks] };
  }
}

/** A representation without the id of its item, also in links. */
export function withoutId(shown: Json | undefined, id: string): Json | undefined {
  if (typeof shown === 'string') return id === '' ? shown : shown.replaceAll(id, '');
  if (Array.isArray(shown)) return (shown as readonly Json[]).map((one) => withoutId(one, id) ?? null);
  if (!compare.isObject(shown)) return String(shown) === id ? null : shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, withoutId(value, id) ?? null]));
}
