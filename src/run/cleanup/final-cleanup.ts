import type { LedgerEntry, UncertainPlace } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { clock, pause } from '../../model/clock.js';
import type { RunContext } from '../run-context.js';
import { readEntryAddress } from '../tools/item-address.js';
import { pollUntil } from '../tools/walk-list.js';
import { type CleanupContext, cleanOne, cleanUp, describePlace } from './clean-up.js';
import { findUnknownOutcomes, type SearchContext, searchList } from './find-unknown-outcomes.js';
import { isAbsent } from './remove-item.js';

/** Most pages of a list that are looked through. */
const maxPages = 10;

/** How long what was never answered may still be made, in milliseconds. */
const lateCreationMs = 1_000;

/** What the end of a run is brought in order with. */
export type FinalCleanupContext = CleanupContext &
  Pick<RunContext, 'baseUrl' | 'runMark' | 'mayWrite'> &
  Partial<Pick<SearchContext, 'mostPages' | 'leastMs'>>;

/**
 * Brings the book to its end: looks for what was asked for and never named, tries again what could not be removed, waits for
 * what was promised to go, and looks through lists in which something may stand that nobody knows of. What stands then is
 * told as left over. Never throws for what a service does.
 */
export async function runFinalCleanup(site: FinalCleanupContext, book: RunLedger): Promise<void> {
  if (!site.mayWrite) return;
  const looking: SearchContext = {
    ...site,
    mostPages: site.mostPages ?? maxPages,
    leastMs: site.leastMs ?? lateCreationMs,
  };
  const ledger = book.openScope();
  const lost = [...book.waiting().keys()].filter(({ path }) => path === undefined);
  const ours = [...book.waiting().keys()].flatMap(({ path }) => path ?? []);
  await findUnknownOutcomes(lost, ledger, { ...looking, ours });
  await retryRemovals(site, book);
  await awaitPromised(site, book);
  for (const doubtful of book.listUncertain()) await cleanUncertainPlace(doubtful, site, looking, book);
  for (const name of site.addressing?.listTombstoneCollections() ?? []) reportTombstones(name, site, book);
  for (const [name, path] of site.addressing?.listLingering() ?? []) await reportLingering(name, path, site, book);
}

/** Nobody declared that deleted things are kept, so nobody said how they are removed for good. */
function reportTombstones(name: string, site: FinalCleanupContext, book: RunLedger): void {
  const count = book.removed(name);
  const stay = `${count} ${count === 1 ? 'tombstone stays' : 'tombstones stay'}`;
  reportCollectionLeftover(
    name,
    `${stay}: what was removed is kept as deleted; resources[].purge removes it for good`,
    site,
    book,
  );
}

/** Least time in which reads may still show what was removed, in milliseconds. */
const goneWindowMs = 500;

/** An answer is only a word: where one thing that it called gone is still there, the others may be, too. */
async function reportLingering(name: string, path: string, site: FinalCleanupContext, book: RunLedger): Promise<void> {
  const collection = site.collections.find((one) => one.name === name);
  if (collection === undefined) return;
  const look = () => isAbsent({ path }, collection, site.meter);
  if (await pollUntil(look, Boolean, Math.max(collection.consistency.itemMs, goneWindowMs))) return;
  const count = book.removed(name);
  const stand = `${count} ${count === 1 ? 'thing' : 'things'} may still stand`;
  const why = `${stand}: DELETE was answered as if they were gone, and GET ${path} still shows one; their mark begins with assay-${site.runMark}`;
  reportCollectionLeftover(name, why, site, book);
}

/** A line for all that was removed from a collection, and cannot be removed any further. */
function reportCollectionLeftover(name: string, why: string, site: FinalCleanupContext, book: RunLedger): void {
  const { path } = site.collections.find((one) => one.name === name) ?? {};
  if (path === undefined || site.purges?.[name] !== undefined) return;
  const ledger = book.openScope();
  ledger.recordLeftover(ledger.claim(name, '', path, path), path, why, true);
}

/** Waits before what could not be removed is tried again, in milliseconds. */
const retryWaitsMs = [0, 250, 500, 1_000, 2_000, 4_000];
/** Of them, so many where nothing says that time would help. */
const minRetries = 2;

/** Children were made after their parents, so they go first; what went makes room for what could not go before. */
async function retryRemovals(site: FinalCleanupContext, book: RunLedger): Promise<void> {
  let round = 0;
  for (const ms of retryWaitsMs) {
    const waiting = listRefused(book);
    if (waiting.length === 0) return;
    if (ms > 0) await pause(ms);
    const isWorthMore = await retryEach(waiting, site, book);
    round += 1;
    // Who was waited for in vain before, and answers nothing now either, is not there.
    if ((!isWorthMore || site.meter.end()?.cause === 'no-answer') && round >= minRetries) break;
  }
  const ledger = book.openScope();
  const whys = new Map(book.waiting());
  for (const entry of listRefused(book)) ledger.recordLeftover(entry, describePlace(entry), whys.get(entry) ?? '');
}

/** Newest first. */
const listRefused = (book: RunLedger): LedgerEntry[] =>
  [...book.waiting()]
    .filter(([, why]) => why !== 'accepted')
    .map(([entry]) => entry)
    .sort((one, other) => other.n - one.n);

/** Things in a row that are refused for a time, after which no further one is asked for in this round. */
const maxTransientRefusals = 3;

/** Tries each of them; tells whether another round may do more. */
async function retryEach(
  waiting: readonly LedgerEntry[],
  site: FinalCleanupContext,
  book: RunLedger,
): Promise<boolean> {
  const ledger = book.openScope();
  let isWorthMore = false;
  let passing = 0;
  for (const entry of waiting) {
    const isPassing = (await cleanOne(entry, ledger, site)) === 'passing';
    passing = isPassing ? passing + 1 : 0;
    isWorthMore ||= isPassing || !book.waiting().has(entry);
    if (passing >= maxTransientRefusals) break;
  }
  return isWorthMore;
}

/** How long what was accepted may take, in milliseconds. */
const maxPromisedMs = 10_000;

async function awaitPromised(site: FinalCleanupContext, book: RunLedger): Promise<void> {
  const promised = [...book.waiting()].filter(([, why]) => why === 'accepted').map(([entry]) => entry);
  const end = clock.now() + maxPromisedMs;
  const ledger = book.openScope();
  for (const entry of promised) {
    const collection = site.collections.find(({ name }) => name === entry.collection);
    const look = () => (collection ? isAbsent(entry, collection, site.meter) : Promise.resolve(false));
    const isGone = await pollUntil(look, (is) => is, collection?.read ? end - clock.now() : 0);
    // Where it cannot be read, or a tombstone stands in its place, the list tells.
    if (isGone || !collection?.read || collection.deletion.mode === 'soft') ledger.recordGone(entry);
    else ledger.recordLeftover(entry, describePlace(entry), 'DELETE was answered 202, and it is still there');
  }
}

async function cleanUncertainPlace(
  doubtful: UncertainPlace,
  site: FinalCleanupContext,
  looking: SearchContext,
  book: RunLedger,
): Promise<void> {
  const first = await findOwnItems(doubtful, site, looking, book);
  if (first === undefined) return;
  const ledger = book.openScope();
  for (const { mark, path } of first.open)
    ledger.recordLeftover(ledger.claim(doubtful.collection, mark, path, doubtful.at), path, ambiguousMessage, true);
  if (first.found.length > 0) {
    for (const { mark, path } of first.found) ledger.claim(doubtful.collection, mark, path, doubtful.at);
    await cleanUp(ledger, site);
    await reportRemaining(doubtful, site, looking, book);
  }
  if (first.isWhole) book.resolveUncertain(doubtful);
}

/** Tells of what is still there when the list has had time to show that it is gone. */
async function reportRemaining(
  doubtful: UncertainPlace,
  site: FinalCleanupContext,
  looking: SearchContext,
  book: RunLedger,
): Promise<void> {
  const ledger = book.openScope();
  const { consistency } = site.collections.find(({ name }) => name === doubtful.collection) ?? {};
  const look = () => findOwnItems(doubtful, site, looking, book);
  const last = await pollUntil(look, (seen) => seen === undefined || seen.found.length === 0, consistency?.listMs ?? 0);
  for (const { mark, path } of last?.found ?? []) {
    const why = [...book.waiting()].find(([entry]) => entry.path === path)?.[1];
    const told = why === undefined || why === 'accepted' ? 'it is still in the list after it was removed' : why;
    ledger.recordLeftover(ledger.claim(doubtful.collection, mark, path, doubtful.at), path, told);
  }
}

const ambiguousMessage = 'more things show what was sent than were asked for, so none of them is taken for ours';

/** Entries of the list that show what this run sent there, and were not told of yet. */
async function findOwnItems(
  doubtful: UncertainPlace,
  site: FinalCleanupContext,
  looking: SearchContext,
  book: RunLedger,
) {
  const looked = await searchList(doubtful, looking);
  if (looked === undefined) return undefined;
  const told = new Set(book.leftovers().map(({ path }) => path));
  const ledger = book.openScope();
  const found = looked.entries.flatMap((entry) => {
    const known = ledger.findMarker(entry, looked.collection, site.runMark);
    const address = readEntryAddress(looked.collection, entry);
    const isNew = known !== undefined && address !== undefined && !told.has(address.path);
    return isNew ? [{ ...known, path: address.path }] : [];
  });
  return { ...splitByCount(found), isWhole: looked.isWhole };
}

interface FoundItem {
  readonly mark: string;
  readonly path: string;
  /** So many things were asked for with it. */
  readonly lines: number;
}

/** Of more things than were asked for under a mark, some are somebody else's. */
function splitByCount(all: readonly FoundItem[]): { found: FoundItem[]; open: FoundItem[] } {
  const count = new Map<string, number>();
  for (const { mark } of all) count.set(mark, (count.get(mark) ?? 0) + 1);
  const isOurs = ({ mark, lines }: FoundItem) => (count.get(mark) ?? 0) <= lines;
  return { found: all.filter(isOurs), open: all.filter((one) => !isOurs(one)) };
}
