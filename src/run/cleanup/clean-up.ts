import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import type { Collection } from '../../model/service/subject.js';
import type { ItemAddressing } from '../tools/item-addressing.js';
import { type Removal, removeItem } from './remove-item.js';

/** What cleaning up needs to know. */
export interface CleanupContext {
  readonly meter: RequestMeter;
  readonly collections: readonly Collection[];
  readonly mayDelete: boolean;
  /** Whether the profile wants things removed at all. */
  readonly cleanup: boolean;
  readonly purges?: Purges | undefined;
  readonly addressing?: Pick<ItemAddressing, 'recordLeftover' | 'listTombstoneCollections' | 'listLingering'>;
}

/** Removes what stands in a page of the ledger, newest first; what cannot be removed now is tried again at the end of the run. Never throws. */
export async function cleanUp(ledger: LedgerScope, cleaning: CleanupContext): Promise<void> {
  for (const entry of ledger.listEntries()) await cleanOne(entry, ledger, cleaning);
}

/** Removes one thing; tells whether waiting may help where that failed. */
export async function cleanOne(
  entry: LedgerEntry,
  ledger: LedgerScope,
  cleaning: CleanupContext,
): Promise<'passing' | undefined> {
  const removal = await attemptRemoval(entry, cleaning);
  const isOpen = entry.path === undefined || removal.is === 'accepted' || (removal.is === 'gone' && removal.isDoubtful);
  if (isOpen) ledger.markUncertain(entry);
  if (removal.is === 'gone') ledger.recordGone(entry);
  else if (removal.is === 'accepted') ledger.recordAccepted(entry);
  else {
    if (removal.is === 'later') ledger.postpone(entry, removal.why);
    else ledger.recordLeftover(entry, describePlace(entry), removal.why, removal.isForeign);
    if (entry.path !== undefined) cleaning.addressing?.recordLeftover(entry.collection);
  }
  return removal.is === 'later' && removal.isPassing ? 'passing' : undefined;
}

async function attemptRemoval(entry: LedgerEntry, cleaning: CleanupContext): Promise<Removal> {
  const { collections, mayDelete, cleanup } = cleaning;
  const collection = collections.find(({ name }) => name === entry.collection);
  if (!cleanup) return { is: 'stays', why: 'cleaning up is switched off' };
  if (!mayDelete) return { is: 'stays', why: 'the run may not delete' };
  if (!collection) return { is: 'stays', why: 'its collection is not known any more' };
  if (entry.path === undefined) return { is: 'later', why: unknownAddressMessage, isPassing: false };
  return removeItem(entry, collection, cleaning);
}

/** Why what has no address is not removed yet. */
export const unknownAddressMessage = 'its address never became known';

/** Where a thing is, as far as that is known. */
export const describePlace = ({ path, at, mark }: LedgerEntry): string => path ?? `${at ?? ''} (marked ${mark})`;
