import type { Entry, Ledger } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { Meter } from '../../limits/request-meter.js';
import type { Collection } from '../../model/service/subject.js';
import type { Addressing } from '../tools/item-addressing.js';
import { type Removal, removalOf } from './remove-item.js';

/** What cleaning up needs to know. */
export interface Cleaning {
  readonly meter: Meter;
  readonly collections: readonly Collection[];
  readonly mayDelete: boolean;
  /** Whether the profile wants things removed at all. */
  readonly cleanup: boolean;
  readonly purges?: Purges | undefined;
  readonly addressing?: Pick<Addressing, 'stays' | 'graveyards' | 'lingering'>;
}

/** Removes what stands in a page of the ledger, newest first; what cannot be removed now is tried again at the end of the run. Never throws. */
export async function cleanUp(ledger: Ledger, cleaning: Cleaning): Promise<void> {
  for (const entry of ledger.standing()) await cleanOne(entry, ledger, cleaning);
}

/** Removes one thing; tells whether waiting may help where that failed. */
export async function cleanOne(entry: Entry, ledger: Ledger, cleaning: Cleaning): Promise<'passing' | undefined> {
  const removal = await attempt(entry, cleaning);
  const isOpen = entry.path === undefined || removal.is === 'accepted' || (removal.is === 'gone' && removal.isDoubtful);
  if (isOpen) ledger.doubt(entry);
  if (removal.is === 'gone') ledger.gone(entry);
  else if (removal.is === 'accepted') ledger.accepted(entry);
  else {
    if (removal.is === 'later') ledger.later(entry, removal.why);
    else ledger.stays(entry, placeOf(entry), removal.why, removal.isForeign);
    if (entry.path !== undefined) cleaning.addressing?.stays(entry.collection);
  }
  return removal.is === 'later' && removal.isPassing ? 'passing' : undefined;
}

async function attempt(entry: Entry, cleaning: Cleaning): Promise<Removal> {
  const { collections, mayDelete, cleanup } = cleaning;
  const collection = collections.find(({ name }) => name === entry.collection);
  if (!cleanup) return { is: 'stays', why: 'cleaning up is switched off' };
  if (!mayDelete) return { is: 'stays', why: 'the run may not delete' };
  if (!collection) return { is: 'stays', why: 'its collection is not known any more' };
  if (entry.path === undefined) return { is: 'later', why: unknown, isPassing: false };
  return removalOf(entry, collection, cleaning);
}

/** Why what has no address is not removed yet. */
export const unknown = 'its address never became known';

/** Where a thing is, as far as that is known. */
export const placeOf = ({ path, at, mark }: Entry): string => path ?? `${at ?? ''} (marked ${mark})`;
