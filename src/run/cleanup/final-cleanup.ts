import type { LedgerEntry } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { clock, pause } from '../../model/clock.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { isListDelayed } from '../../model/service/list-lag.js';
import type { Collection } from '../../model/service/subject.js';
import { findTemplate, getLastSegment } from '../items/item-address.js';
import { describePlace, type FinalCleanupContext, listRefused, retryRemovals } from './clean-up.js';
import { askOnce } from './list-control.js';
import { readPresence, readRemoved } from './read-item.js';
import { findShownItems, reportShownItems } from './report-collections.js';
import { searchAllLists } from './search-all-lists.js';
import { findListedCollection, isListed, isUnlisted, type SearchContext, type SearchedList } from './search-list.js';
import { listPlaces, searchUsedPlaces } from './search-used-places.js';
import { findUnknownOutcomes, listUnnamed } from './unknown-outcomes.js';

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
  const { runLedger, showsNewItem } = site;
  const ledger = runLedger.openScope();
  const ours = [...runLedger.waiting().keys()].flatMap(({ path }) => path ?? []);
  await awaitLateItems(site);
  const looking = { ...site, ours, showsNewItem: showsNewItem && askOnce(showsNewItem, 'path') };
  // A try of the control of the first search may itself have got no answer.
  for (let i = 0; i < 2; i += 1) await findUnknownOutcomes(listUnnamed(runLedger), ledger, looking);
  await retryRemovals(site);
  await recordRefusedRemovals(site);
  await awaitAcceptedRemovals(site);
  const absent = new Set<string>();
  const hasSpareRequests = (site.maxAtOnce ?? 1) > 1;
  const reading = hasSpareRequests ? findShownItems(site, absent) : undefined;
  const [notes] = await Promise.all([searchUsedPlaces(site), reading]);
  // The search may have found and removed more, and what came of that may be unknown.
  await recordRefusedRemovals(site);
  await awaitAcceptedRemovals(site, true);
  await dropVanished(site);
  await reportShownItems(site, absent);
  return [...notes, ...(await searchAllLists(site))];
}

/**
 * Waits until a search of the lists can find what refused creations, and those without a known outcome, stored. The wait is
 * short for a list that was never late and that shows two new items at once: what a refused creation stored before its response would be in it.
 */
async function awaitLateItems(site: FinalCleanupContext): Promise<void> {
  const places = listPlaces(site);
  const times = [
    ...listUnnamed(site.runLedger).flatMap(({ sentAt }) => sentAt ?? []),
    ...places.map(({ lastFailedAt }) => lastFailedAt),
  ];
  const computeWaitMs = (time: number, ms: number) => Math.max(0, time + ms - clock.now());
  let waitMs = Math.max(0, ...times.map((time) => computeWaitMs(time, lateItemMs)));
  const shortMs = Math.max(waitMs, promptItemMs);
  const refused = places.filter(({ lastRefusedAt }) => computeWaitMs(lastRefusedAt, lateItemMs) > shortMs);
  for (const place of refused) {
    const collection = findListedCollection(place, site.model.collections);
    const isPrompt = collection !== undefined && (await showsItemsAtOnce(collection, site));
    waitMs = Math.max(waitMs, computeWaitMs(place.lastRefusedAt, isPrompt ? promptItemMs : lateItemMs));
  }
  if (waitMs > 0) await pause(waitMs);
}

async function showsItemsAtOnce(collection: Collection, { showsNewItem, shared }: FinalCleanupContext) {
  if (showsNewItem === undefined || shared === undefined) return false;
  const { listedAfterMs = 0 } = collection;
  const wasLate = listedAfterMs === 'never' || listedAfterMs > promptItemMs || isListDelayed(collection);
  if (wasLate || shared.isSlowed(collection)) return false;
  const controls = await Promise.all([showsNewItem(collection), showsNewItem(collection)]);
  return controls.every((listed) => listed === 'at once');
}

/**
 * Records the removals that still fail as leftovers. A DELETE that failed or was not answered may have removed the item
 * nevertheless, so it only certainly exists if GET returns it, or cannot be tried after a DELETE that was answered.
 */
async function recordRefusedRemovals({ runLedger, model, meter }: FinalCleanupContext): Promise<void> {
  const ledger = runLedger.openScope();
  const whys = new Map(runLedger.waiting());
  for (const entry of listRefused(runLedger)) {
    const template = findTemplate(entry, model.collections);
    const isUnreadable = entry.path !== undefined && template?.read === undefined;
    // A service that no longer answers is not asked for each item.
    const isAsked = entry.path !== undefined && meter.end()?.cause !== 'no-answer';
    const presence = isAsked ? await readPresence(entry, template, meter) : 'unknown';
    const isCertain = presence === 'shown' || (isUnreadable && !entry.mayBeRemoved);
    const why = whys.get(entry) ?? '';
    if (presence === 'absent') ledger.recordGone(entry);
    else ledger.recordLeftover(entry, describePlace(entry), why, isCertain ? {} : { mayExist: true });
  }
}

/** Maximum wait for all accepted removals, in milliseconds. */
const maxAcceptedMs = 10_000;

/** `isSearched`: the lists were searched before, so that an item that cannot be read is reported. */
async function awaitAcceptedRemovals(site: FinalCleanupContext, isSearched = false) {
  const { runLedger, model, meter, addressing } = site;
  const end = clock.now() + maxAcceptedMs;
  const ledger = runLedger.openScope();
  for (const [entry] of [...runLedger.waiting()].filter(([, why]) => why === 'accepted')) {
    const template = findTemplate(entry, model.collections);
    const state = addressing?.of(entry.collection);
    const read = template?.read && (await readRemoved(entry, template, meter, state, end - clock.now()));
    const { isGone = false, presence } = read ?? {};
    // If the item cannot be read, or a tombstone replaces it, its list is checked instead.
    const isChecked = isGone || template?.deletion.mode === 'soft' || (!presence && !isSearched);
    if (isChecked) ledger.recordGone(entry);
    else {
      const what = presence === 'shown' ? 'still exists' : 'cannot be read';
      const why = `the service answered DELETE with 202, and the item ${what}`;
      ledger.recordLeftover(entry, describePlace(entry), why, presence === 'shown' ? {} : { mayExist: true });
    }
  }
}

/**
 * Drops the leftovers that are no longer there: the service removed them itself, such as with HEAD. What a whole list shows is there; what
 * it does not show, or what no list says anything about, is read again. Items of other callers may be hidden in the list.
 */
async function dropVanished(site: FinalCleanupContext): Promise<void> {
  const { runLedger, model, meter, lastRead } = site;
  if (meter.end()?.cause === 'no-answer') return;
  const findWholeList = ({ at = '', as }: LedgerEntry): SearchedList | undefined => {
    const list = as === undefined ? lastRead?.get(at) : undefined;
    return list?.isWhole ? list : undefined;
  };
  const all = runLedger.listLeftoverEntries().filter(({ path }) => path !== undefined);
  const unlisted = all.filter((entry) => {
    const list = findWholeList(entry);
    return list !== undefined && !isListed(list, entry.path);
  });
  const unknown = all.filter((entry) => findWholeList(entry) === undefined).slice(0, maxReads);
  await mapAtOnce([...unlisted, ...unknown], site.maxAtOnce ?? 1, async (entry) => {
    const template = findTemplate(entry, model.collections);
    // Reads may show a new item later.
    const itemMs = template?.read && template.consistency.itemMs;
    const presence = await readPresence(entry, template, meter, ['shown'], itemMs);
    const isUnknown = presence === 'unknown' && unlisted.includes(entry);
    const isHidden = presence === 'absent' && isNeverShown(entry, template, runLedger);
    if ((presence === 'absent' && !isHidden) || (isUnknown && (await isUnlisted(entry, site))))
      runLedger.dropLeftover(entry);
  });
  await dropRenamed(site);
}

/** Names each item once: a list may show one, with its marker and id, whose address a response named otherwise. */
async function dropRenamed({ runLedger, model, meter }: FinalCleanupContext): Promise<void> {
  const same = new Map<string, LedgerEntry>();
  for (const entry of runLedger.listLeftoverEntries().toSorted((one, other) => one.n - other.n)) {
    const { collection, mark, path } = entry;
    if (path === undefined || mark === '') continue;
    const key = JSON.stringify([collection, mark, getLastSegment(path)]);
    const first = same.get(key);
    if (first === undefined || first.path === path) {
      same.set(key, entry);
      continue;
    }
    const template = findTemplate(first, model.collections);
    const isFirstGone = (await readPresence(first, template, meter)) === 'absent';
    runLedger.dropLeftover(isFirstGone ? first : entry);
    if (isFirstGone) same.set(key, entry);
  }
}

/** Whether no read ever showed an item that was created below one that was not removed: it may be at another address. */
function isNeverShown({ path = '', isMade, wasShown }: LedgerEntry, of: Collection | undefined, ledger: RunLedger) {
  if (wasShown || !isMade || of === undefined || of.remove !== undefined || of.parents.length === 0) return false;
  const above = of.parents.flatMap(({ collection }) => [...ledger.removed(collection)]);
  return !above.some((parent) => path.startsWith(`${parent}/`));
}
