import { compare, defineMonitor, http, type Json, type Traffic, type TrafficExchange } from '#rule';
import { readAskedSize, readId, readPage } from './recorded-pages.js';

/** The path of an item with this id in the list of an exchange. */
const writeItemPath = ({ path }: TrafficExchange, id: Json): string =>
  `${readPlain(path).replace(/\/$/, '')}/${encodeURIComponent(String(id))}`;

const readPlain = (path: string): string => path.split('?', 1)[0] ?? path;

/** Judges each entry of a recorded list by what is remembered of the item below the list with its id. */
export const monitorEntries = (
  expected: string,
  findFlaw: (entry: Json, item: EntryOfItem) => readonly TrafficExchange[] | undefined | null,
) =>
  defineMonitor({
    expected,
    on: (exchange, traffic) => {
      const { entries = [] } = (http.isCached(exchange) ? undefined : readPage(exchange, traffic)) ?? {};
      let isConcerned = false;
      for (const entry of entries) {
        const id = readId(entry);
        if (id === undefined) continue;
        const path = writeItemPath(exchange, id);
        const shows = findFlaw(entry, { ...traffic.getTrack(path), path, exchange, traffic });
        if (shows === undefined) continue;
        if (shows !== null) return { flaw: `the entry ${id} is outdated`, shows: [...shows, exchange] };
        isConcerned = true;
      }
      return isConcerned ? 'kept' : undefined;
    },
  });

/** The item of an entry. */
interface EntryOfItem extends ReturnType<Traffic['getTrack']> {
  readonly path: string;
  readonly exchange: TrafficExchange;
  readonly traffic: Traffic;
}

/** An entry of an item whose removal succeeded; one that says that it was removed is legal. */
export const monitorRemovedEntries = monitorEntries(
  'no entry of the deleted item',
  (entry, { write, before, path, exchange, traffic }) => {
    // 404: a repetition, of an item that is gone.
    const isRemoved = write?.method === 'DELETE' && http.hasStatus(write, 200, 204, 404, 410);
    if (!isRemoved || !traffic.isSettled(write, exchange, path)) return undefined;
    return compare.isNewlyDeleted(before?.answer?.json, entry) ? undefined : [write];
  },
);

/** Judges complete lists: one with fewer entries than a request asked for has each item that was created by POST to its address. */
export const monitorCreatedEntries = defineMonitor({
  expected: 'the created item in the list',
  state: (create) => create<TrafficExchange>(),
  on: (exchange, traffic, creations) => {
    const plain = readPlain(exchange.path);
    const isCreation = exchange.method === 'POST' && http.hasStatus(exchange, 201);
    if (isCreation) creations.set(plain, exchange);
    const page = readPage(exchange, traffic);
    const creation = creations.get(plain);
    if (page === undefined || creation === undefined || page.next !== undefined || !isWhole(page)) return undefined;
    const id = readId(creation.answer?.json ?? null) ?? readLastSegment(creation);
    const ids = page.entries.map(readId);
    const item = id === undefined ? undefined : traffic.getTrack(writeItemPath(exchange, id));
    if (id === undefined || item === undefined || ids.includes(undefined)) return undefined;
    const isSame = creation.caller === exchange.caller && !http.isCached(exchange);
    const isKept =
      item.write?.method !== 'DELETE' &&
      traffic.isSettled(item.write ?? creation, exchange, writeItemPath(exchange, id));
    // The item itself must have been readable: it may be reviewed first, or end with its time.
    const read = item.reads.at(-1);
    if (!isSame || !isKept || read === undefined || mayBeHidden(read.answer?.json)) return undefined;
    const isListed = ids.some((one) => String(one) === String(id));
    return isListed ? 'kept' : { flaw: `${id} is not in the list`, shows: [creation, read, exchange] };
  },
});

/** Whether a request asked for more entries than it got, without any selection. */
function isWhole(page: NonNullable<ReturnType<typeof readPage>>): boolean {
  const size = readAskedSize(page);
  return size !== undefined && page.entries.length < size && page.query.size === 1;
}

const readLastSegment = ({ answer }: TrafficExchange): string | undefined => {
  const last = http
    .getHeader(answer, 'location')
    ?.replace(/[?#].*/, '')
    .split('/')
    .at(-1);
  return last === undefined ? undefined : decodeURIComponent(last);
};

const hiddenWords = /draft|hidden|private|inactive|disabled|unpublished|unlisted|archiv|delet/i;

/** Whether an item says of itself something for which lists leave items out: `{"state": "draft"}`, `{"hidden": true}`. */
export const mayBeHidden = (shown: Json | undefined): boolean =>
  compare.isObject(shown) &&
  Object.entries(shown).some(
    ([name, value]) =>
      hiddenWords.test(typeof value === 'string' ? value : '') || (value === true && hiddenWords.test(name)),
  );
