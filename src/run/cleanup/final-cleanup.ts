import type { LedgerEntry, UncertainPlace } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { clock, pause } from '../../model/clock.js';
import type { RunContext } from '../run-context.js';
import { readEntryAddress } from '../tools/item-address.js';
import { pollUntil } from '../tools/walk-list.js';
import { type CleanupContext, cleanOne, cleanUp, describePlace } from './clean-up.js';
import { findUnknownOutcomes, type SearchContext, searchList } from './find-unknown-outcomes.js';
import { goneWindowMs, isAbsent } from './remove-item.js';

/** Maximum number of pages of a list that are searched. */
const maxPages = 10;

/** Time in which unanswered creations may still complete, in milliseconds. */
const lateCreationMs = 1_000;

/** What the final cleanup requires. */
export type FinalCleanupContext = CleanupContext &
  Pick<RunContext, 'baseUrl' | 'runMark' | 'mayWrite'> &
  Partial<Pick<SearchContext, 'mostPages' | 'leastMs'>>;

/**
 * Completes the ledger at the end of a run: searches for creations with an unknown outcome, retries failed removals,
 * waits for accepted removals, and searches lists that may contain unknown items of the run. Records the rest as
 * leftovers. Never throws because of a response.
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

/** Without a declaration of tombstones, how to remove them for good is unknown. */
function reportTombstones(name: string, site: FinalCleanupContext, book: RunLedger): void {
  const count = book.removed(name);
  const stay = `${count} ${count === 1 ? 'tombstone stays' : 'tombstones stay'}`;
  reportCollectionLeftover(
    name,
    `${stay}: the service keeps removed items as deleted; declare resources[].purge to remove them for good`,
    site,
    book,
  );
}

/** If one item still exists after a successful DELETE, the others may exist, too. */
async function reportLingering(name: string, path: string, site: FinalCleanupContext, book: RunLedger): Promise<void> {
  const collection = site.collections.find((one) => one.name === name);
  if (collection === undefined) return;
  const look = () => isAbsent({ path }, collection, site.meter);
  if (await pollUntil(look, Boolean, Math.max(collection.consistency.itemMs, goneWindowMs))) return;
  const count = book.removed(name);
  const stand = `${count} ${count === 1 ? 'item' : 'items'} may still exist`;
  const why = `${stand}: the service answered DELETE as if they were gone, and GET ${path} still returns one; their marker begins with assay-${site.runMark}`;
  reportCollectionLeftover(name, why, site, book);
}

/** Adds one leftover for all items of a collection that cannot be removed any further. */
function reportCollectionLeftover(name: string, why: string, site: FinalCleanupContext, book: RunLedger): void {
  const { path } = site.collections.find((one) => one.name === name) ?? {};
  if (path === undefined || site.purges?.[name] !== undefined) return;
  const ledger = book.openScope();
  ledger.recordLeftover(ledger.claim(name, '', path, path), path, why, true);
}

/** Waits before the retries of failed removals, in milliseconds. */
const retryWaitsMs = [0, 250, 500, 1_000, 2_000, 4_000];
/** Number of retries when waiting is not expected to help. */
const minRetries = 2;

/** Children are removed before their parents, because they were created later; each removal may unblock others. */
async function retryRemovals(site: FinalCleanupContext, book: RunLedger): Promise<void> {
  let round = 0;
  for (const ms of retryWaitsMs) {
    const waiting = listRefused(book);
    if (waiting.length === 0) return;
    if (ms > 0) await pause(ms);
    const isWorthMore = await retryEach(waiting, site, book);
    round += 1;
    // A service that has not answered for long is not asked again.
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

/** Number of temporary refusals in a row after which a round ends. */
const maxTransientRefusals = 3;

/** Retries each removal. Resolves to whether another round may succeed. */
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

/** Maximum wait for an accepted removal, in milliseconds. */
const maxPromisedMs = 10_000;

async function awaitPromised(site: FinalCleanupContext, book: RunLedger): Promise<void> {
  const promised = [...book.waiting()].filter(([, why]) => why === 'accepted').map(([entry]) => entry);
  const end = clock.now() + maxPromisedMs;
  const ledger = book.openScope();
  for (const entry of promised) {
    const collection = site.collections.find(({ name }) => name === entry.collection);
    const look = () => (collection ? isAbsent(entry, collection, site.meter) : Promise.resolve(false));
    const isGone = await pollUntil(look, (is) => is, collection?.read ? end - clock.now() : 0);
    // If the item cannot be read, or a tombstone replaces it, its list is checked instead.
    if (isGone || !collection?.read || collection.deletion.mode === 'soft') ledger.recordGone(entry);
    else
      ledger.recordLeftover(
        entry,
        describePlace(entry),
        'the service answered DELETE with 202, and the item still exists',
      );
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

/** Reports items that a list still shows after the time that lists need. */
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
    const told = why === undefined || why === 'accepted' ? 'the list still contains it after its removal' : why;
    ledger.recordLeftover(ledger.claim(doubtful.collection, mark, path, doubtful.at), path, told);
  }
}

const ambiguousMessage =
  'the list shows more items with the sent content than the run sent, so none of them is taken as created by this run';

/** Finds list entries with content that this run sent and that are not reported yet. */
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
  /** Number of requests sent with this marker. */
  readonly lines: number;
}

/** If the list shows more items with a marker than the run sent, some belong to other clients. */
function splitByCount(all: readonly FoundItem[]): { found: FoundItem[]; open: FoundItem[] } {
  const count = new Map<string, number>();
  for (const { mark } of all) count.set(mark, (count.get(mark) ?? 0) + 1);
  const isOurs = ({ mark, lines }: FoundItem) => (count.get(mark) ?? 0) <= lines;
  return { found: all.filter(isOurs), open: all.filter((one) => !isOurs(one)) };
}
