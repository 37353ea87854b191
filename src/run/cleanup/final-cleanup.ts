import type { RunLedger } from '../../ledger/open-ledger.js';
import { clock } from '../../model/clock.js';
import { pollUntil } from '../tools/walk-list.js';
import { searchAllLists } from './all-lists/search-all-lists.js';
import { describePlace } from './clean-up.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import type { ListControl, Listed } from './list-control.js';
import { confirmLeftovers } from './presence/confirm-leftovers.js';
import { readPresence } from './remove-item.js';
import { readLastRemovals, reportLingering, reportTombstones, reportUnseenRemovals } from './report-collections.js';
import { recordRefusedRemovals, retryRemovals } from './retry-removals.js';
import type { SearchContext } from './search-list.js';
import { listPlaces, searchUsedPlaces } from './search-used-places.js';
import { awaitLateItems } from './unknown-outcomes/await-late-items.js';
import { findUnknownOutcomes } from './unknown-outcomes/find-unknown-outcomes.js';

/** Maximum number of pages of a list that are searched. */
const maxPages = 200;

/** Time in which unanswered creations may still complete, in milliseconds. */
const lateCreationMs = 1_000;

/**
 * Completes the ledger at the end of a run: searches for creations with an unknown outcome, retries failed removals,
 * waits for accepted removals, and searches every list in which the run created items. Records the rest as leftovers.
 * Resolves to notes about other changes of these lists. Never throws because of a response.
 */
export async function runFinalCleanup(site: FinalCleanupContext, runLedger: RunLedger): Promise<readonly string[]> {
  if (!site.mayWrite) return [];
  const looking: SearchContext = {
    ...site,
    mostPages: site.mostPages ?? maxPages,
    leastMs: site.leastMs ?? lateCreationMs,
    lastRead: new Map(),
  };
  const ledger = runLedger.openScope();
  const listLost = () => [...runLedger.waiting().keys()].filter(({ path }) => path === undefined);
  const ours = [...runLedger.waiting().keys()].flatMap(({ path }) => path ?? []);
  await awaitLateItems(listPlaces(site, runLedger), runLedger, { ...looking, readDelays: site.readDelays });
  const controls = new Map<string, Listed | undefined>();
  const showsNewItem: ListControl = async (collection) => {
    const listed = await site.showsNewItem?.(collection);
    controls.set(collection.name, listed);
    return listed;
  };
  await findUnknownOutcomes(listLost(), ledger, { ...looking, ours, ...(site.showsNewItem && { showsNewItem }) });
  // A try of the control of that search may itself have got no answer.
  const known: ListControl = async ({ name }) => controls.get(name);
  await findUnknownOutcomes(listLost(), ledger, { ...looking, ours, showsNewItem: known });
  await retryRemovals(site, runLedger);
  await recordRefusedRemovals(site, runLedger);
  await awaitPromised(site, runLedger);
  const [notes, read] = await Promise.all([
    searchUsedPlaces(site, looking, runLedger),
    readLastRemovals(site, runLedger),
  ]);
  await confirmLeftovers(site, looking, runLedger);
  for (const name of site.addressing?.listTombstoneCollections() ?? []) await reportTombstones(name, site, runLedger);
  for (const [name, path] of site.addressing?.listLingering() ?? []) await reportLingering(name, path, site, runLedger);
  await reportUnseenRemovals(site, runLedger, read);
  return [...notes, ...(await searchAllLists(site, looking, runLedger))];
}

/** Maximum wait for an accepted removal, in milliseconds. */
const maxPromisedMs = 10_000;

const acceptedMessage = 'the service answered DELETE with 202, and the item';

async function awaitPromised(site: FinalCleanupContext, runLedger: RunLedger): Promise<void> {
  const promised = [...runLedger.waiting()].filter(([, why]) => why === 'accepted').map(([entry]) => entry);
  const end = clock.now() + maxPromisedMs;
  const ledger = runLedger.openScope();
  for (const entry of promised) {
    const collection = site.collections.find(({ name }) => name === entry.collection);
    const look = () => (collection ? readPresence(entry, collection, site.meter) : Promise.resolve('unknown' as const));
    const presence = await pollUntil(look, (seen) => seen === 'absent', collection?.read ? end - clock.now() : 0);
    // If the item cannot be read, or a tombstone replaces it, its list is checked instead.
    if (presence === 'absent' || !collection?.read || collection.deletion.mode === 'soft') ledger.recordGone(entry);
    else if (presence === 'shown')
      ledger.recordLeftover(entry, describePlace(entry), `${acceptedMessage} still exists`);
    else ledger.recordLeftover(entry, describePlace(entry), `${acceptedMessage} cannot be read`, { mayExist: true });
  }
}
