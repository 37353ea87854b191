import type { LedgerEntry } from '../../ledger/entry.js';
import type { UsedPlace } from '../../ledger/places.js';
import { clock, pause } from '../../model/clock.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { isListDelayed } from '../../model/service/list-lag.js';
import { describePlace } from './clean-up.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { awaitPresence } from './presence.js';
import { readLastRemovals, reportLingering, reportTombstones, reportUnseenRemovals } from './report-collections.js';
import { recordRefusedRemovals, retryRemovals } from './retry-removals.js';
import { searchAllLists } from './search-all-lists.js';
import { findListedCollection, type ListControl, type Listed, type SearchContext } from './search-list.js';
import { listPlaces, searchUsedPlaces } from './search-used-places.js';
import { findUnknownOutcomes } from './unknown-outcomes.js';

/** Time after which a list shows what was stored, and a slow service has stored it, in milliseconds. */
const lateItemMs = 3_000;

/** The same for refused creations where lists show new items at once. A shorter wait is not worth a control. */
const promptItemMs = 500;

/** Maximum number of items that are read again. */
const maxReads = 100;

/** How lists are searched at the end of a run. */
export const usualSearch: Pick<SearchContext, 'mostPages' | 'leastMs'> = { mostPages: 200, leastMs: 1_000 };

/**
 * Completes the ledger at the end of a run: searches for creations with an unknown outcome, retries failed removals,
 * waits for accepted removals, and searches every list in which the run created items. Records the rest as leftovers.
 * Resolves to notes about other changes of these lists. Never throws because of a response.
 */
export async function runFinalCleanup(given: FinalCleanupContext): Promise<readonly string[]> {
  if (!given.mayWrite) return [];
  const site = { ...given, lastRead: new Map() };
  const { runLedger } = site;
  const ledger = runLedger.openScope();
  const listLost = () => [...runLedger.waiting().keys()].filter(({ path }) => path === undefined);
  const ours = [...runLedger.waiting().keys()].flatMap(({ path }) => path ?? []);
  await awaitLateItems(listPlaces(site), site);
  const controls = new Map<string, Listed | undefined>();
  const showsNewItem: ListControl = async (collection) => {
    const listed = await site.showsNewItem?.(collection);
    controls.set(collection.name, listed);
    return listed;
  };
  await findUnknownOutcomes(listLost(), ledger, { ...site, ours, ...(site.showsNewItem && { showsNewItem }) });
  // A try of the control of that search may itself have got no answer.
  const known: ListControl = async ({ name }) => controls.get(name);
  await findUnknownOutcomes(listLost(), ledger, { ...site, ours, showsNewItem: known });
  await retryRemovals(site);
  await recordRefusedRemovals(site);
  await awaitPromised(site);
  const [notes, read] = await Promise.all([searchUsedPlaces(site), readLastRemovals(site)]);
  await confirmLeftovers(site);
  const { addressing } = site;
  for (const name of addressing?.list(({ hasTombstones }) => hasTombstones) ?? []) await reportTombstones(name, site);
  for (const name of addressing?.list(({ lingering }) => lingering) ?? [])
    await reportLingering(name, addressing?.of(name).lingering ?? '', site);
  await reportUnseenRemovals(site, read);
  return [...notes, ...(await searchAllLists(site))];
}

/** Maximum wait for an accepted removal, in milliseconds. */
const maxPromisedMs = 10_000;

const acceptedMessage = 'the service answered DELETE with 202, and the item';

async function awaitPromised(site: FinalCleanupContext): Promise<void> {
  const promised = [...site.runLedger.waiting()].filter(([, why]) => why === 'accepted').map(([entry]) => entry);
  const end = clock.now() + maxPromisedMs;
  const ledger = site.runLedger.openScope();
  for (const entry of promised) {
    const collection = site.model.collections.find(({ name }) => name === entry.collection);
    const presence = collection
      ? await awaitPresence(['absent'], entry, collection, site.meter, collection.read ? end - clock.now() : 0)
      : 'unknown';
    // If the item cannot be read, or a tombstone replaces it, its list is checked instead.
    if (presence === 'absent' || !collection?.read || collection.deletion.mode === 'soft') ledger.recordGone(entry);
    else if (presence === 'shown')
      ledger.recordLeftover(entry, describePlace(entry), `${acceptedMessage} still exists`);
    else ledger.recordLeftover(entry, describePlace(entry), `${acceptedMessage} cannot be read`, { mayExist: true });
  }
}

/**
 * Reads the items again that could not be removed and whose list was not read whole: what is no longer there is not reported.
 */
async function confirmLeftovers(site: FinalCleanupContext): Promise<void> {
  if (site.meter.end()?.cause === 'no-answer') return;
  const isListed = ({ at, as }: LedgerEntry) => as === undefined && site.lastRead?.get(at ?? '')?.isWhole === true;
  const open = site.runLedger.listLeftoverEntries().filter((entry) => entry.path !== undefined && !isListed(entry));
  await mapAtOnce(open.slice(0, maxReads), site.maxAtOnce ?? 1, async (entry) => {
    const collection = site.model.collections.find(({ name }) => name === entry.collection);
    if (collection?.read === undefined) return;
    // Reads may show a new item later.
    const presence = await awaitPresence(['shown'], entry, collection, site.meter, collection.consistency.itemMs);
    if (presence === 'absent') site.runLedger.dropLeftover(entry);
  });
}

/**
 * Waits until a search of the lists can find what refused creations, and those without a known outcome, stored. The wait is
 * short for a list that was never late and that shows two new items at once: what a refused creation stored before its response would be in it.
 */
async function awaitLateItems(places: readonly UsedPlace[], site: FinalCleanupContext): Promise<void> {
  const unknown = [...site.runLedger.waiting().keys()].filter(({ path }) => path === undefined);
  const times = [...unknown.flatMap(({ sentAt }) => sentAt ?? []), ...places.map(({ lastFailedAt }) => lastFailedAt)];
  const certain = Math.max(0, ...times.map((time) => computeWaitMs(time, lateItemMs)));
  const refused = places.filter(
    ({ lastRefusedAt }) => computeWaitMs(lastRefusedAt, lateItemMs) > Math.max(certain, promptItemMs),
  );
  let waitMs = certain;
  for (const place of refused) {
    const isPrompt = await showsItemsAtOnce(place, site);
    waitMs = Math.max(waitMs, computeWaitMs(place.lastRefusedAt, isPrompt ? promptItemMs : lateItemMs));
  }
  if (waitMs > 0) await pause(waitMs);
}

const computeWaitMs = (time: number, ms: number): number => Math.max(0, time + ms - clock.now());

async function showsItemsAtOnce(
  place: UsedPlace,
  { model: { collections }, showsNewItem, shared }: FinalCleanupContext,
) {
  const collection = findListedCollection(place, collections);
  if (collection === undefined || showsNewItem === undefined || shared === undefined) return false;
  const { listedAfterMs = 0 } = collection;
  const wasLate = listedAfterMs === 'never' || listedAfterMs > promptItemMs || isListDelayed(collection);
  if (wasLate || shared.isSlowed(collection)) return false;
  const controls = await Promise.all([showsNewItem(collection), showsNewItem(collection)]);
  return controls.every((listed) => listed === 'at once');
}
