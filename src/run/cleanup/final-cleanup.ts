import type { Doubtful, Entry } from '../../ledger/entry.js';
import type { LedgerBook } from '../../ledger/open-ledger.js';
import { clock, pause } from '../../model/clock.js';
import type { Site } from '../run-context.js';
import { addressOfEntry } from '../tools/item-address.js';
import { until } from '../tools/walk-list.js';
import { type Cleaning, cleanOne, cleanUp, placeOf } from './clean-up.js';
import { findLost, type Looking, lookThrough } from './find-unknown-outcomes.js';
import { isAbsent } from './remove-item.js';

/** Most pages of a list that are looked through. */
const mostPages = 10;

/** How long what was never answered may still be made, in milliseconds. */
const lateMs = 1_000;

/** What the end of a run is brought in order with. */
export type Sweeping = Cleaning &
  Pick<Site, 'baseUrl' | 'runMark' | 'mayWrite'> &
  Partial<Pick<Looking, 'mostPages' | 'leastMs'>>;

/**
 * Brings the book to its end: looks for what was asked for and never named, tries again what could not be removed, waits for
 * what was promised to go, and looks through lists in which something may stand that nobody knows of. What stands then is
 * told as left over. Never throws for what a service does.
 */
export async function sweep(site: Sweeping, book: LedgerBook): Promise<void> {
  if (!site.mayWrite) return;
  const looking: Looking = { ...site, mostPages: site.mostPages ?? mostPages, leastMs: site.leastMs ?? lateMs };
  const ledger = book.page();
  const lost = [...book.waiting().keys()].filter(({ path }) => path === undefined);
  const ours = [...book.waiting().keys()].flatMap(({ path }) => path ?? []);
  await findLost(lost, ledger, { ...looking, ours });
  await tryAgain(site, book);
  await waitForPromised(site, book);
  for (const doubtful of book.doubtful()) await sweepOne(doubtful, site, looking, book);
  for (const name of site.addressing?.graveyards() ?? []) tellOfGraves(name, site, book);
  for (const [name, path] of site.addressing?.lingering() ?? []) await tellOfLingering(name, path, site, book);
}

/** Nobody declared that deleted things are kept, so nobody said how they are removed for good. */
function tellOfGraves(name: string, site: Sweeping, book: LedgerBook): void {
  const count = book.removed(name);
  const stay = `${count} ${count === 1 ? 'tombstone stays' : 'tombstones stay'}`;
  tellOfAll(name, `${stay}: what was removed is kept as deleted; resources[].purge removes it for good`, site, book);
}

/** Least time in which reads may still show what was removed, in milliseconds. */
const goneMs = 500;

/** An answer is only a word: where one thing that it called gone is still there, the others may be, too. */
async function tellOfLingering(name: string, path: string, site: Sweeping, book: LedgerBook): Promise<void> {
  const collection = site.collections.find((one) => one.name === name);
  if (collection === undefined) return;
  const look = () => isAbsent({ path }, collection, site.meter);
  if (await until(look, Boolean, Math.max(collection.consistency.itemMs, goneMs))) return;
  const count = book.removed(name);
  const stand = `${count} ${count === 1 ? 'thing' : 'things'} may still stand`;
  const why = `${stand}: DELETE was answered as if they were gone, and GET ${path} still shows one; their mark begins with assay-${site.runMark}`;
  tellOfAll(name, why, site, book);
}

/** A line for all that was removed from a collection, and cannot be removed any further. */
function tellOfAll(name: string, why: string, site: Sweeping, book: LedgerBook): void {
  const { path } = site.collections.find((one) => one.name === name) ?? {};
  if (path === undefined || site.purges?.[name] !== undefined) return;
  const ledger = book.page();
  ledger.stays(ledger.claim(name, '', path, path), path, why, true);
}

/** Waits before what could not be removed is tried again, in milliseconds. */
const waits = [0, 250, 500, 1_000, 2_000, 4_000];
/** Of them, so many where nothing says that time would help. */
const fewWaits = 2;

/** Children were made after their parents, so they go first; what went makes room for what could not go before. */
async function tryAgain(site: Sweeping, book: LedgerBook): Promise<void> {
  let round = 0;
  for (const ms of waits) {
    const waiting = refused(book);
    if (waiting.length === 0) return;
    if (ms > 0) await pause(ms);
    const isWorthMore = await tryEach(waiting, site, book);
    round += 1;
    // Who was waited for in vain before, and answers nothing now either, is not there.
    if ((!isWorthMore || site.meter.end()?.cause === 'no-answer') && round >= fewWaits) break;
  }
  const ledger = book.page();
  const whys = new Map(book.waiting());
  for (const entry of refused(book)) ledger.stays(entry, placeOf(entry), whys.get(entry) ?? '');
}

/** Newest first. */
const refused = (book: LedgerBook): Entry[] =>
  [...book.waiting()]
    .filter(([, why]) => why !== 'accepted')
    .map(([entry]) => entry)
    .sort((one, other) => other.n - one.n);

/** Things in a row that are refused for a time, after which no further one is asked for in this round. */
const mostPassing = 3;

/** Tries each of them; tells whether another round may do more. */
async function tryEach(waiting: readonly Entry[], site: Sweeping, book: LedgerBook): Promise<boolean> {
  const ledger = book.page();
  let isWorthMore = false;
  let passing = 0;
  for (const entry of waiting) {
    const isPassing = (await cleanOne(entry, ledger, site)) === 'passing';
    passing = isPassing ? passing + 1 : 0;
    isWorthMore ||= isPassing || !book.waiting().has(entry);
    if (passing >= mostPassing) break;
  }
  return isWorthMore;
}

/** How long what was accepted may take, in milliseconds. */
const promisedMs = 10_000;

async function waitForPromised(site: Sweeping, book: LedgerBook): Promise<void> {
  const promised = [...book.waiting()].filter(([, why]) => why === 'accepted').map(([entry]) => entry);
  const end = clock.now() + promisedMs;
  const ledger = book.page();
  for (const entry of promised) {
    const collection = site.collections.find(({ name }) => name === entry.collection);
    const look = () => (collection ? isAbsent(entry, collection, site.meter) : Promise.resolve(false));
    const isGone = await until(look, (is) => is, collection?.read ? end - clock.now() : 0);
    // Where it cannot be read, or a tombstone stands in its place, the list tells.
    if (isGone || !collection?.read || collection.deletion.mode === 'soft') ledger.gone(entry);
    else ledger.stays(entry, placeOf(entry), 'DELETE was answered 202, and it is still there');
  }
}

async function sweepOne(doubtful: Doubtful, site: Sweeping, looking: Looking, book: LedgerBook): Promise<void> {
  const first = await oursAt(doubtful, site, looking, book);
  if (first === undefined) return;
  const ledger = book.page();
  for (const { mark, path } of first.open)
    ledger.stays(ledger.claim(doubtful.collection, mark, path, doubtful.at), path, notAlone, true);
  if (first.found.length > 0) {
    for (const { mark, path } of first.found) ledger.claim(doubtful.collection, mark, path, doubtful.at);
    await cleanUp(ledger, site);
    await tellOf(doubtful, site, looking, book);
  }
  if (first.isWhole) book.settle(doubtful);
}

/** Tells of what is still there when the list has had time to show that it is gone. */
async function tellOf(doubtful: Doubtful, site: Sweeping, looking: Looking, book: LedgerBook): Promise<void> {
  const ledger = book.page();
  const { consistency } = site.collections.find(({ name }) => name === doubtful.collection) ?? {};
  const look = () => oursAt(doubtful, site, looking, book);
  const last = await until(look, (seen) => seen === undefined || seen.found.length === 0, consistency?.listMs ?? 0);
  for (const { mark, path } of last?.found ?? []) {
    const why = [...book.waiting()].find(([entry]) => entry.path === path)?.[1];
    const told = why === undefined || why === 'accepted' ? 'it is still in the list after it was removed' : why;
    ledger.stays(ledger.claim(doubtful.collection, mark, path, doubtful.at), path, told);
  }
}

const notAlone = 'more things show what was sent than were asked for, so none of them is taken for ours';

/** Entries of the list that show what this run sent there, and were not told of yet. */
async function oursAt(doubtful: Doubtful, site: Sweeping, looking: Looking, book: LedgerBook) {
  const looked = await lookThrough(doubtful, looking);
  if (looked === undefined) return undefined;
  const told = new Set(book.leftovers().map(({ path }) => path));
  const ledger = book.page();
  const found = looked.entries.flatMap((entry) => {
    const known = ledger.markOf(entry, looked.collection, site.runMark);
    const address = addressOfEntry(looked.collection, entry);
    const isNew = known !== undefined && address !== undefined && !told.has(address.path);
    return isNew ? [{ ...known, path: address.path }] : [];
  });
  return { ...sorted(found), isWhole: looked.isWhole };
}

interface Found {
  readonly mark: string;
  readonly path: string;
  /** So many things were asked for with it. */
  readonly lines: number;
}

/** Of more things than were asked for under a mark, some are somebody else's. */
function sorted(all: readonly Found[]): { found: Found[]; open: Found[] } {
  const count = new Map<string, number>();
  for (const { mark } of all) count.set(mark, (count.get(mark) ?? 0) + 1);
  const isOurs = ({ mark, lines }: Found) => (count.get(mark) ?? 0) <= lines;
  return { found: all.filter(isOurs), open: all.filter((one) => !isOurs(one)) };
}
