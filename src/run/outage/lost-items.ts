import type { LedgerEntry } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import type { Collection } from '../../model/service/subject.js';
import type { Removal } from '../cleanup/remove-item.js';
import { isOwned, type Ownership, verifyOwnership } from '../cleanup/verify-ownership.js';
import { createEnvelopeClient } from '../content/envelope.js';
import { fillCollectionTemplate } from '../identity/fill-template.js';
import { type CaseClient, createCaseClient } from '../tools/case-client.js';
import { readEntryAddress } from '../tools/item-address.js';
import { walkPages } from '../tools/walk-list.js';
import { ifInconclusive } from '../trial/retry-setup.js';

interface LossContext {
  readonly meter: RequestMeter;
  readonly purges?: Purges | undefined;
  readonly baseUrl?: string;
}

/** Maximum number of pages of a list in which an item is searched that cannot be read. */
const maxPages = 200;

/**
 * Asks the service for an item that was created before the service stopped: the item may be lost, and its address may belong to
 * another one now. Returns what takes the place of its removal; undefined where it may be removed.
 */
export async function findLoss(
  entry: LedgerEntry,
  collection: Collection,
  { meter, purges, baseUrl = '' }: LossContext,
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

const unknownOwnerMessage =
  'the service stopped after the item was created, and whether the address still belongs to it is not known, so it is not removed';

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

const unreadList: Ownership = { is: 'unanswered', why: 'the list that may show the item could not be read' };
