import type { LedgerEntry } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { clock, pause } from '../../model/clock.js';
import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { Collection } from '../../model/service/subject.js';
import type { CollectionState } from '../items/collection-state.js';
import type { Creations } from '../items/creations.js';
import { findTemplate, readIdFromPath } from '../items/item-address.js';
import type { RunContext } from '../run-context.js';
import type { Removal } from './find-obstacle.js';
import { findObstacle, findVanished, type ObstacleContext } from './find-obstacle.js';
import { readPresence, readRemoved } from './read-item.js';
import { removeItem } from './remove-item.js';
import type { SearchContext } from './search-list.js';

export interface CleanupContext extends ObstacleContext, Pick<RunContext, 'mayDelete' | 'cleanup' | 'isEffectOpen'> {
  /** Maximum number of items of one collection that are removed at once; 1 when absent. */
  readonly maxAtOnce?: number;
  readonly addressing?: Creations;
}

/** What the cleanup at the end of a run has, and that from a ledger. */
export type FinalCleanupContext = CleanupContext &
  SearchContext &
  Pick<RunContext, 'runMark' | 'mayWrite'> &
  Partial<Pick<RunContext, 'shared'>> & {
    readonly runLedger: RunLedger;
    /** Removes items that requests for other addresses caused; a run only reports them. */
    readonly removeCaused?: (collection: Collection, items: readonly CausedItem[]) => Promise<void>;
  };

/** An item with a marker of the run in a list in which the run created nothing. */
export interface CausedItem {
  readonly mark: string;
  readonly path: string;
}

/**
 * Removes the items of a ledger scope, newest first; items that do not depend on each other side by side. Removals that fail
 * now are tried again at the end of the run. Never throws.
 */
export async function cleanUp(ledger: LedgerScope, cleaning: CleanupContext): Promise<void> {
  const groups: LedgerEntry[][] = [];
  for (const entry of ledger.listEntries()) {
    const last = groups.at(-1);
    if (last?.[0]?.collection === entry.collection && isIndependent(entry, cleaning)) last.push(entry);
    else groups.push([entry]);
  }
  for (const group of groups)
    await mapAtOnce(group, cleaning.maxAtOnce ?? 1, (entry) => cleanOne(entry, ledger, cleaning));
}

/**
 * Whether the items of a collection may be removed at once. Items of different collections, or of one whose items have parents in
 * it, may depend on each other. Whether a DELETE that nothing describes is allowed is learned from the first item.
 */
function isIndependent(entry: LedgerEntry, { model, purges }: CleanupContext): boolean {
  const { name, remove, parents = [] } = findTemplate(entry, model.collections) ?? {};
  const hasOwnParents = parents.some((parent) => parent.collection === name);
  return remove !== undefined && !hasOwnParents && getMember(purges, entry.collection) === undefined;
}

/** Number of items that are read before their DELETE after one that was gone. */
const watchedRemovals = 3;

/** Waits before a removal is tried again where the service accepts no connection, in milliseconds: it may be starting again. */
const reconnectWaitsMs = [50, 200, 800];

/** Removes one item, and records what came of it. `isSeen`: its owner was seen just before. */
export async function cleanOne(
  entry: LedgerEntry,
  ledger: LedgerScope,
  cleaning: CleanupContext,
  isSeen = false,
): Promise<Removal> {
  const { addressing, meter } = cleaning;
  const { path } = entry;
  const collection = findTemplate(entry, cleaning.model.collections);
  // Passive rules judge whether a refused write changed the item.
  if (collection && path !== undefined && entry.as === undefined && cleaning.isEffectOpen?.(path) === true)
    await readPresence(entry, collection, meter);
  let removal = await attemptRemoval(entry, collection, cleaning, isSeen);
  for (const ms of reconnectWaitsMs) {
    if (removal.is !== 'later' || !removal.isUnsent || meter.end() !== undefined) break;
    await pause(ms);
    removal = await attemptRemoval(entry, collection, cleaning);
  }
  recordRemoval(removal, entry, ledger);
  if (removal.is === 'gone' && addressing)
    addressing.watch.removals = removal.isDoubtful && entry.isMade ? watchedRemovals : addressing.watch.removals - 1;
  if (addressing) await countRemoval(removal, entry, collection, { ...cleaning, addressing });
  if (removal.is === 'accepted') {
    await recordCompleted(entry.collection, ledger, cleaning);
    addressing?.of(entry.collection).accepted.set(entry, clock.now());
  }
  return removal;
}

function recordRemoval(removal: Removal, entry: LedgerEntry, ledger: LedgerScope): void {
  const isDoubtful = removal.is === 'gone' && removal.isDoubtful === true;
  if (entry.path === undefined || removal.is === 'accepted' || isDoubtful) ledger.markUncertain(entry);
  if (removal.is === 'accepted') ledger.recordAccepted(entry);
  else if (removal.is === 'lost' || isDoubtful) ledger.recordGone(entry);
  else if (removal.why === undefined) ledger.recordRemoved(entry);
  else if (removal.is === 'later') {
    entry.mayBeRemoved ||= removal.isUnanswered;
    ledger.postpone(entry, removal.why);
  } else {
    const { why, isForeign, mayExist } = removal;
    ledger.recordLeftover(entry, describePlace(entry), why, {
      ...(isForeign && { isForeign }),
      ...(mayExist && { mayExist }),
    });
  }
}

/** Maximum number of earlier accepted removals of a collection that are read at once. */
const maxLooks = 2;

/** Records the earlier accepted removals of a collection that are complete now: their items no longer count as existing. */
async function recordCompleted(name: string, ledger: LedgerScope, cleaning: CleanupContext): Promise<void> {
  const { addressing, meter, model } = cleaning;
  const state = addressing?.of(name);
  for (const [one, since] of [...(state?.accepted ?? [])].slice(0, maxLooks)) {
    const collection = findTemplate(one, model.collections);
    if (!collection || !(await readRemoved(one, collection, meter, state)).isGone) break;
    if (!state?.accepted.delete(one)) continue;
    state.removalMs = Math.min(state.removalMs ?? Number.POSITIVE_INFINITY, clock.now() - since);
    addressing?.recordRemoved(name);
    ledger.recordGone(one);
  }
}

/** Counts what came of a removal: where items cannot be removed, no more are created. */
async function countRemoval(
  removal: Removal,
  entry: LedgerEntry,
  collection: Collection | undefined,
  { addressing, meter }: CleanupContext & { readonly addressing: Creations },
): Promise<void> {
  const { is, isDoubtful, isWithParent, isUnsent } = removal;
  const { collection: name, path } = entry;
  const isBelow = is === 'later' && isWithParent === true;
  const isKept = collection?.remove ? isRefused(removal, collection, addressing.of(name)) : is === 'stays' || isBelow;
  addressing.of(name).kept[isKept ? 'release' : 'forget'](path);
  if (is === 'gone' && isDoubtful) {
    // An item that DELETE and GET do not find was never stored, so it does not count as one that cannot be removed.
    const isAsked = collection && path !== undefined && !addressing.isProven(name);
    if (isAsked && (await readPresence(entry, collection, meter)) === 'absent') addressing.recordAbsent(name, path);
  } else if (is === 'lost' || (is === 'gone' && isWithParent)) addressing.recordAbsent(name, describePlace(entry));
  else if (is === 'gone') addressing.recordRemoved(name);
  else if (is === 'accepted') addressing.of(name).left.delete(describePlace(entry));
  else if (path === undefined || isBelow) return;
  // That a service accepts no connection says nothing about its removals.
  else if (is === 'later' && isUnsent) addressing.of(name).unsent += 1;
  else addressing.recordLeftover(name, path);
}

/** Whether a removal was answered and left the item as it was: no action was tried to make it possible. */
const isRefused = ({ why, isUnanswered, isForeign }: Removal, { states }: Collection, { unlocking }: CollectionState) =>
  why !== undefined && !isUnanswered && !isForeign && states === undefined && unlocking === undefined;

const foreignAddressMessage = 'its address belongs to an item that existed before the run, so it is not removed';

async function attemptRemoval(
  entry: LedgerEntry,
  collection: Collection | undefined,
  cleaning: CleanupContext,
  isSeen = false,
): Promise<Removal> {
  if (!cleaning.cleanup) return { is: 'stays', why: 'cleanup is switched off' };
  if (!cleaning.mayDelete) return { is: 'stays', why: 'the run has no permission to delete' };
  if (!collection) return { is: 'stays', why: 'its collection is no longer known' };
  if (entry.path === undefined) return { is: 'later', why: unknownAddressMessage };
  if (collection.standing?.includes(readIdFromPath(collection, entry.path) ?? ''))
    return { is: 'stays', why: foreignAddressMessage, isForeign: true };
  const isWatched = (cleaning.addressing?.watch.removals ?? 0) > 0 && collection.list !== undefined;
  const find = isWatched ? findVanished : findObstacle;
  const obstacle = isSeen ? undefined : await find(entry, collection, cleaning);
  if (obstacle !== undefined) return obstacle;
  const removal = await removeItem(entry, collection, cleaning);
  if (removal.is !== 'later') return removal;
  entry.tried = removal.tried ?? entry.tried;
  return { ...removal, isAbove: isBelowRemoved(entry, cleaning) };
}

/** Whether removals of items below those of a collection were accepted, and may not be complete: an item above may wait for them. */
function isBelowRemoved({ collection }: LedgerEntry, { addressing, model }: CleanupContext): boolean {
  const open = addressing?.list(({ accepted }) => accepted.size > 0) ?? [];
  return model.collections.some(
    ({ name, parents }) => open.includes(name) && parents.some((parent) => parent.collection === collection),
  );
}

/** Why an item without an address is not removed yet. */
export const unknownAddressMessage = 'its address never became known';

/** Describes where an item is, as far as known. */
export const describePlace = ({ path, at, mark }: Pick<LedgerEntry, 'at' | 'mark'> & Partial<LedgerEntry>): string =>
  path ?? `${at ?? ''} (marked ${mark})`;

/** Waits before the retries of failed removals, in milliseconds; they grow, because a busy service recovers slowly. */
const retryWaitsMs = [0, 250, 500, 1_000, 2_000, 4_000, 8_000];
/** Number of retries when waiting is not expected to help. */
const minRetries = 2;
/** Number of temporary refusals in a row after which a round ends. */
const maxTransientRefusals = 3;

/**
 * Retries failed removals one after another, of one collection or of all; of one, accepted ones are awaited as long as none is
 * complete. Children are removed before their parents, because they were created later; each removal may unblock others.
 */
export async function retryRemovals(
  site: CleanupContext & { readonly runLedger: RunLedger },
  collection?: string,
): Promise<void> {
  const { runLedger, meter, addressing } = site;
  const state = collection === undefined ? undefined : addressing?.of(collection);
  const isAwaited = () => state !== undefined && !state.hasRemoved && state.accepted.size > 0;
  // Nothing more is created then, and the end of the run tries them again.
  const isOver = () => state !== undefined && meter.end() !== undefined;
  for (const [round, ms] of retryWaitsMs.entries()) {
    const waiting = listRefused(runLedger).filter((one) => collection === undefined || one.collection === collection);
    if ((waiting.length === 0 && !isAwaited()) || isOver()) return;
    if (ms > 0) await pause(ms);
    if (isOver()) return;
    const ledger = runLedger.openScope();
    if (collection !== undefined) await recordCompleted(collection, ledger, site);
    const isWorthMore = (await retryRound(waiting, ledger, site, round)) || isAwaited();
    // A service that has not answered for long is not asked again.
    if ((!isWorthMore || meter.end()?.cause === 'no-answer') && round + 1 >= minRetries) return;
  }
}

/**
 * Tries removals once more, until several in a row are refused for a while; whether one more round may help. In the first rounds, items
 * that wait for those below them keep no other one from being tried: they may wait for ever.
 */
async function retryRound(
  waiting: readonly LedgerEntry[],
  ledger: LedgerScope,
  site: CleanupContext & { readonly runLedger: RunLedger },
  round: number,
): Promise<boolean> {
  let isWorthMore = false;
  let passing = 0;
  for (const entry of waiting) {
    // As in a case, no other one uses the item meanwhile.
    site.addressing?.of(entry.collection).kept.withhold(entry.path);
    const { is, isPassing = false, isAbove = false } = await cleanOne(entry, ledger, site);
    const mayPass = is === 'later' && (isPassing || isAbove);
    passing = mayPass && (isPassing || round >= minRetries) ? passing + 1 : 0;
    isWorthMore ||= mayPass || !site.runLedger.waiting().has(entry);
    if (passing >= maxTransientRefusals) break;
  }
  return isWorthMore;
}

export const listRefused = (runLedger: RunLedger): LedgerEntry[] =>
  [...runLedger.waiting()]
    .filter(([, why]) => why !== 'accepted')
    .map(([entry]) => entry)
    .sort((one, other) => other.n - one.n);
