import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pause } from '../../model/clock.js';
import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { Collection } from '../../model/service/subject.js';
import { createEnvelopeClient } from '../content/envelope.js';
import { type CaseClient, createCaseClient } from '../items/case-client.js';
import type { Creations } from '../items/creations.js';
import { fillCollectionTemplate, readEntryAddress, readIdFromPath } from '../items/item-address.js';
import { walkPages } from '../items/lists.js';
import type { ServiceModel } from '../service-model.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import { isAbsent, type Removal, readPresence, removeItem } from './remove-item.js';
import { isOwned, type Ownership, verifyOwnership } from './verify-ownership.js';

/** Maximum number of pages of a list in which an item is searched that cannot be read. */
const maxPages = 200;

const unknownOwnerMessage =
  'the service stopped after the item was created, and whether the address still belongs to it is not known, so it is not removed';

const unreadList: Ownership = { is: 'unanswered', why: 'the list that may show the item could not be read' };

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
  for (const group of groupIndependent(ledger.listEntries(), cleaning))
    await mapAtOnce(group, cleaning.maxAtOnce ?? 1, (entry) => cleanOne(entry, ledger, cleaning));
}

/**
 * Splits entries into groups that may be removed at once, in order. Items of different collections, or of one whose items have
 * parents in it, may depend on each other. Whether a DELETE that nothing describes is allowed is learned from the first item.
 */
function groupIndependent(entries: readonly LedgerEntry[], cleaning: CleanupContext): LedgerEntry[][] {
  const { collections } = cleaning.model;
  const isIndependent = (name: string) => {
    const collection = collections.find((one) => one.name === name);
    const hasOwnParents = collection?.parents.some((parent) => parent.collection === name);
    return collection?.remove !== undefined && !hasOwnParents && getMember(cleaning.purges, name) === undefined;
  };
  const groups: LedgerEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0]?.collection === entry.collection && isIndependent(entry.collection)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Removes one item. Resolves to whether waiting may help if that failed. */
export async function cleanOne(entry: LedgerEntry, ledger: LedgerScope, cleaning: CleanupContext) {
  await readRefusedWrite(entry, cleaning);
  const removal = await attemptWithReconnects(entry, cleaning);
  const isOpen = entry.path === undefined || removal.is === 'accepted' || (removal.is === 'gone' && removal.isDoubtful);
  if (isOpen) ledger.markUncertain(entry);
  if (removal.is === 'lost') {
    ledger.recordGone(entry);
    cleaning.addressing?.recordAbsent(entry.collection, describePlace(entry));
  } else if (removal.is === 'gone' && removal.isDoubtful) {
    ledger.recordGone(entry);
    await noteAbsence(entry, cleaning);
  } else if (removal.is === 'gone') {
    ledger.recordRemoved(entry);
    if (removal.isWithParent) cleaning.addressing?.recordAbsent(entry.collection, describePlace(entry));
    else cleaning.addressing?.recordRemoved(entry.collection);
  } else if (removal.is === 'accepted') ledger.recordAccepted(entry);
  else recordRemaining(entry, removal, ledger, cleaning);
  return removal.is === 'later' && removal.isPassing ? 'passing' : undefined;
}

/** Records that an item was not removed, for now or in this run. */
function recordRemaining(
  entry: LedgerEntry,
  removal: Extract<Removal, { readonly why: string }>,
  ledger: LedgerScope,
  cleaning: CleanupContext,
): void {
  if (removal.is === 'later') {
    entry.mayBeRemoved ||= removal.isUnanswered;
    ledger.postpone(entry, removal.why);
  } else
    ledger.recordLeftover(entry, describePlace(entry), removal.why, {
      ...(removal.isForeign && { isForeign: true }),
      ...(removal.mayExist && { mayExist: true }),
    });
  recordRefusal(entry, removal, cleaning);
}

/** That a service accepts no connection says nothing about its removals. */
function recordRefusal(entry: LedgerEntry, removal: Removal, { addressing }: CleanupContext): void {
  if (entry.path === undefined || (removal.is === 'later' && removal.isWithParent)) return;
  if (removal.is === 'later' && removal.isUnsent) addressing?.recordUnsentRemoval(entry.collection);
  else addressing?.recordLeftover(entry.collection, entry.path);
}

/** Reads an item before it is removed: passive rules judge whether a refused write changed it. */
async function readRefusedWrite(entry: LedgerEntry, { isEffectOpen, model: { collections }, meter }: CleanupContext) {
  if (entry.path === undefined || entry.as !== undefined || isEffectOpen?.(entry.path) !== true) return;
  const collection = collections.find(({ name }) => name === entry.collection);
  if (collection !== undefined) await readPresence(entry, collection, meter);
}

/** An item that DELETE and GET do not find was never stored, so it does not count as one that cannot be removed. */
async function noteAbsence(
  entry: LedgerEntry,
  { addressing, model: { collections }, meter }: CleanupContext,
): Promise<void> {
  const collection = collections.find(({ name }) => name === entry.collection);
  if (!addressing || !collection || entry.path === undefined || addressing.isProven(entry.collection)) return;
  if (await isAbsent(entry, collection, meter)) addressing.recordAbsent(entry.collection, entry.path);
}

const foreignAddressMessage = 'its address belongs to an item that existed before the run, so it is not removed';

/** Waits before a removal is tried again where the service accepts no connection, in milliseconds: it may be starting again. */
const reconnectWaitsMs = [50, 200, 800];

async function attemptWithReconnects(entry: LedgerEntry, cleaning: CleanupContext): Promise<Removal> {
  let removal = await attemptRemoval(entry, cleaning);
  for (const ms of reconnectWaitsMs) {
    if (removal.is !== 'later' || !removal.isUnsent || cleaning.meter.end() !== undefined) break;
    await pause(ms);
    removal = await attemptRemoval(entry, cleaning);
  }
  return removal;
}

async function attemptRemoval(entry: LedgerEntry, cleaning: CleanupContext): Promise<Removal> {
  const { model, mayDelete, cleanup } = cleaning;
  const collection = model.collections.find(({ name }) => name === entry.collection);
  if (!cleanup) return { is: 'stays', why: 'cleanup is switched off' };
  if (!mayDelete) return { is: 'stays', why: 'the run has no permission to delete' };
  if (!collection) return { is: 'stays', why: 'its collection is no longer known' };
  if (entry.path === undefined) return { is: 'later', why: unknownAddressMessage, isPassing: false };
  if (collection.standing?.includes(readIdFromPath(collection, entry.path) ?? ''))
    return { is: 'stays', why: foreignAddressMessage, isForeign: true };
  const loss = await findLoss(entry, collection, cleaning);
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
  { meter, purges, baseUrl = '' }: CleanupContext,
): Promise<Removal | undefined> {
  const { path, sentAt = Number.POSITIVE_INFINITY } = entry;
  if (path === undefined || sentAt > meter.outages.stoppedAt()) return undefined;
  const plain = createCaseClient({ ...meter, send: meter.sendUnmetered }, 'cleanup');
  const client = createEnvelopeClient(plain, collection);
  const owner = collection.read
    ? await verifyOwnership(entry, collection, purges?.[collection.name] !== undefined, client.trySend)
    : await findOwnerInList(entry, fillCollectionTemplate(collection, entry.at), { wire: client, baseUrl });
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
  reading: { readonly wire: CaseClient; readonly baseUrl: string },
): Promise<Ownership> {
  if (collection.list === undefined) return { is: 'foreign', why: unknownOwnerMessage };
  const walk = await walkPages({ collection, ...reading }, { maxPages }).catch(ifInconclusive(() => undefined));
  const shown = walk?.entries.find((one) => readEntryAddress(collection, one)?.path === entry.path);
  if (shown === undefined) return walk?.ended === 'end' ? { is: 'gone' } : unreadList;
  const isOurs = isOwned(entry, collection, { json: shown, text: '' });
  return isOurs ? { is: 'ours' } : { is: 'foreign', why: unknownOwnerMessage };
}
