import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pause } from '../../model/clock.js';
import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creations } from '../items/creations.js';
import { readEntryAddress, readIdFromPath } from '../items/item-address.js';
import type { ServiceModel } from '../service-model.js';
import { isOwned, type Ownership, readOwner } from './ownership.js';
import { isAbsent, readPresence } from './presence.js';
import { type Removal, removeItem } from './remove-item.js';
import { searchList } from './search-list.js';

/** Maximum number of pages of a list in which an item is searched that cannot be read. */
const maxPages = 200;

const unknownOwnerMessage =
  'the service stopped after the item was created, and whether the address still belongs to it is not known, so it is not removed';

export interface CleanupContext {
  readonly meter: RequestMeter;
  readonly model: Pick<ServiceModel, 'collections'>;
  readonly mayDelete: boolean;
  /** Whether the profile allows removals. */
  readonly cleanup: boolean;
  readonly purges?: Purges | undefined;
  readonly baseUrl?: string;
  /** Maximum number of items of one collection that are removed at once; 1 when absent. */
  readonly maxAtOnce?: number;
  /** Whether a write to this item was refused, and nothing has read the item since. */
  readonly isEffectOpen?: ((path: string) => boolean) | undefined;
  readonly addressing?: Creations;
}

/**
 * Removes the items of a ledger scope, newest first; items that do not depend on each other side by side. Removals that fail
 * now are tried again at the end of the run. Never throws.
 */
export async function cleanUp(ledger: LedgerScope, cleaning: CleanupContext): Promise<void> {
  const groups: LedgerEntry[][] = [];
  for (const entry of ledger.listEntries()) {
    const last = groups.at(-1);
    if (last?.[0]?.collection === entry.collection && isIndependent(entry.collection, cleaning)) last.push(entry);
    else groups.push([entry]);
  }
  for (const group of groups)
    await mapAtOnce(group, cleaning.maxAtOnce ?? 1, (entry) => cleanOne(entry, ledger, cleaning));
}

/**
 * Whether the items of a collection may be removed at once. Items of different collections, or of one whose items have parents in
 * it, may depend on each other. Whether a DELETE that nothing describes is allowed is learned from the first item.
 */
function isIndependent(name: string, { model, purges }: CleanupContext): boolean {
  const collection = model.collections.find((one) => one.name === name);
  const hasOwnParents = collection?.parents.some((parent) => parent.collection === name);
  return collection?.remove !== undefined && !hasOwnParents && getMember(purges, name) === undefined;
}

/** Waits before a removal is tried again where the service accepts no connection, in milliseconds: it may be starting again. */
const reconnectWaitsMs = [50, 200, 800];

/** Removes one item, and records what came of it. Resolves to whether it remains and waiting may help. */
export async function cleanOne(entry: LedgerEntry, ledger: LedgerScope, cleaning: CleanupContext): Promise<boolean> {
  const { addressing, meter } = cleaning;
  const collection = cleaning.model.collections.find(({ name }) => name === entry.collection);
  // Passive rules judge whether a refused write changed the item.
  if (collection && entry.path !== undefined && entry.as === undefined && cleaning.isEffectOpen?.(entry.path) === true)
    await readPresence(entry, collection, meter);
  let removal = await attemptRemoval(entry, collection, cleaning);
  for (const ms of reconnectWaitsMs) {
    if (removal.is !== 'later' || !removal.isUnsent || meter.end() !== undefined) break;
    await pause(ms);
    removal = await attemptRemoval(entry, collection, cleaning);
  }
  const place = describePlace(entry);
  const isDoubtful = removal.is === 'gone' && removal.isDoubtful === true;
  if (entry.path === undefined || removal.is === 'accepted' || isDoubtful) ledger.markUncertain(entry);
  if (removal.is === 'accepted') ledger.recordAccepted(entry);
  else if (removal.is === 'lost') {
    ledger.recordGone(entry);
    addressing?.recordAbsent(entry.collection, place);
  } else if (isDoubtful) {
    ledger.recordGone(entry);
    if (collection) await noteAbsence(entry, collection, cleaning);
  } else if (removal.is === 'gone') {
    ledger.recordRemoved(entry);
    if (removal.isWithParent) addressing?.recordAbsent(entry.collection, place);
    else addressing?.recordRemoved(entry.collection);
  } else recordRemaining(entry, removal, ledger, addressing);
  return removal.is === 'later' && removal.isPassing;
}

/** An item that DELETE and GET do not find was never stored, so it does not count as one that cannot be removed. */
async function noteAbsence(entry: LedgerEntry, collection: Collection, { addressing, meter }: CleanupContext) {
  if (!addressing || entry.path === undefined || addressing.isProven(entry.collection)) return;
  if (await isAbsent(entry, collection, meter)) addressing.recordAbsent(entry.collection, entry.path);
}

/** Records that an item was not removed, for now or in this run. */
function recordRemaining(
  entry: LedgerEntry,
  removal: Extract<Removal, { readonly why: string }>,
  ledger: LedgerScope,
  addressing: Creations | undefined,
): void {
  const isLater = removal.is === 'later';
  if (isLater) {
    entry.mayBeRemoved ||= removal.isUnanswered;
    ledger.postpone(entry, removal.why);
  } else
    ledger.recordLeftover(entry, describePlace(entry), removal.why, {
      ...(removal.isForeign && { isForeign: true }),
      ...(removal.mayExist && { mayExist: true }),
    });
  if (entry.path === undefined || (isLater && removal.isWithParent)) return;
  // That a service accepts no connection says nothing about its removals.
  if (isLater && removal.isUnsent) addressing?.recordUnsentRemoval(entry.collection);
  else addressing?.recordLeftover(entry.collection, entry.path);
}

const foreignAddressMessage = 'its address belongs to an item that existed before the run, so it is not removed';

async function attemptRemoval(
  entry: LedgerEntry,
  collection: Collection | undefined,
  cleaning: CleanupContext,
): Promise<Removal> {
  if (!cleaning.cleanup) return { is: 'stays', why: 'cleanup is switched off' };
  if (!cleaning.mayDelete) return { is: 'stays', why: 'the run has no permission to delete' };
  if (!collection) return { is: 'stays', why: 'its collection is no longer known' };
  if (entry.path === undefined) return { is: 'later', why: unknownAddressMessage, isPassing: false };
  if (collection.standing?.includes(readIdFromPath(collection, entry.path) ?? ''))
    return { is: 'stays', why: foreignAddressMessage, isForeign: true };
  const wasStopped = (entry.sentAt ?? Number.POSITIVE_INFINITY) <= cleaning.meter.outages.stoppedAt();
  const loss = wasStopped ? await findLoss(entry, collection, cleaning) : undefined;
  return loss ?? removeItem(entry, collection, cleaning);
}

/** Why an item without an address is not removed yet. */
export const unknownAddressMessage = 'its address never became known';

/** Describes where an item is, as far as known. */
export const describePlace = ({ path, at, mark }: Pick<LedgerEntry, 'at' | 'mark'> & Partial<LedgerEntry>): string =>
  path ?? `${at ?? ''} (marked ${mark})`;

/**
 * Asks the service for an item that was created before the service stopped: the item may be lost, and its address may belong to
 * another one now. Returns what takes the place of its removal; undefined where it may be removed.
 */
async function findLoss(
  entry: LedgerEntry,
  collection: Collection,
  cleaning: CleanupContext,
): Promise<Removal | undefined> {
  const owner = collection.read
    ? await readOwner(entry, collection, cleaning, 'cleanup')
    : await findOwnerInList(entry, collection, cleaning);
  if (owner.is === 'ours') return undefined;
  if (owner.is === 'gone') return { is: 'lost' };
  if (owner.is === 'barred' || owner.is === 'unanswered')
    return { is: 'later', why: owner.why, isPassing: true, isUnsent: owner.is === 'unanswered', isUnanswered: true };
  // Where each item shows its marker, this is another one.
  const isMarked = collection.marker !== undefined && entry.isUnmarked !== true && entry.prints === undefined;
  return isMarked ? { is: 'lost' } : { is: 'stays', why: unknownOwnerMessage, isForeign: true, mayExist: true };
}

/** Whose an item is that cannot be read, as its list shows it. */
async function findOwnerInList(
  entry: LedgerEntry,
  collection: Collection,
  { meter, baseUrl = '', model }: CleanupContext,
): Promise<Ownership> {
  if (collection.list === undefined) return { is: 'foreign', why: unknownOwnerMessage };
  const unmetered = { ...meter, send: meter.sendUnmetered };
  const place = { collection: entry.collection, at: entry.at };
  const list = await searchList(place, { meter: unmetered, baseUrl, model, mostPages: maxPages, leastMs: 0 });
  const shown = list?.all.find((one) => readEntryAddress(list.collection, one)?.path === entry.path);
  if (shown !== undefined)
    return isOwned(entry, collection, { json: shown, text: '' })
      ? { is: 'ours' }
      : { is: 'foreign', why: unknownOwnerMessage };
  const isEnd = list?.isWhole === true && (list.status === 200 || list.status === 206);
  return isEnd ? { is: 'gone' } : { is: 'unanswered', why: 'the list that may show the item could not be read' };
}
