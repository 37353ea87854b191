import type { LedgerEntry } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { LedgerContent } from '../../ledger/read-ledger.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { Collection } from '../../model/service/subject.js';
import { groupBy } from '../../model/values/group-by.js';
import { findCollection, findTemplate, readPathIds } from '../items/item-address.js';
import { cleanOne, describePlace, type FinalCleanupContext } from './clean-up.js';
import { isUnrepeatableId, type Ownership, readOwner } from './ownership.js';
import { goneWindowMs, readPresence } from './read-item.js';
import { isUnlisted } from './search-list.js';

/** What decides how an item of a ledger is removed. */
export interface RemovalInput {
  readonly remains: LedgerContent;
  /** The purge steps of the current profile; they take precedence over those of the ledger. */
  readonly purges: Purges;
  readonly callers: readonly string[];
  /** Only lists what would be done. */
  readonly isDry: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type RemovalStatus = 'removed' | 'to be removed' | 'already gone' | 'never created';

/** Number of unanswered removals in a row after which the service counts as lost. */
const maxUnansweredRemovals = 3;

/** What the removals of a ledger share. `outcomes` gets what came of an item, by the number of its creation. */
export interface RemovalContext {
  readonly input: RemovalInput;
  readonly site: FinalCleanupContext;
  readonly outcomes: Map<number, RemovalStatus>;
}

/**
 * Removes the items that the run created. Resolves to whether the service stopped answering or the cleanup was
 * interrupted.
 */
export async function removeLedgerItems(standing: readonly LedgerEntry[], ledger: LedgerScope, stage: RemovalContext) {
  let silent = 0;
  for (const entry of standing) {
    if (stage.input.signal?.aborted) return true;
    const isAnswered = await removeIfOwned(entry, ledger, stage);
    silent = isAnswered ? 0 : silent + 1;
    if (silent >= maxUnansweredRemovals) return true;
  }
  return false;
}

/** Removes an item if the run created it. Resolves to whether the service answered. */
async function removeIfOwned(entry: LedgerEntry, ledger: LedgerScope, { input, site, outcomes }: RemovalContext) {
  const collection = findCollection(entry, site.model.collections);
  const ownership: Ownership = collection ? await readOwner(entry, collection, site, 'clean') : { is: 'ours' };
  const isHidden = ownership.is === 'barred' && (await isUnlisted(entry, site));
  if (ownership.is === 'gone' || isHidden) {
    outcomes.set(entry.n, 'already gone');
    ledger.recordGone(entry);
  } else if (ownership.is === 'unanswered') {
    ledger.postpone(entry, ownership.why);
    return false;
  } else if ('why' in ownership) {
    const advice = ownership.is === 'barred' ? adviseCredentials(entry, input) : '';
    const extent = ownership.is === 'unseen' ? ({ mayExist: true } as const) : {};
    ledger.recordLeftover(entry, describePlace(entry), ownership.why + advice, extent);
  } else if (input.isDry) outcomes.set(entry.n, 'to be removed');
  else await removeAndVerify(entry, collection, ledger, site);
  return true;
}

/** Removes an item and checks that it is gone, because a success response may be wrong. */
async function removeAndVerify(
  entry: LedgerEntry,
  collection: Collection | undefined,
  ledger: LedgerScope,
  site: FinalCleanupContext,
): Promise<void> {
  const { runLedger, meter } = site;
  await cleanOne(entry, ledger, site, true);
  const place = describePlace(entry);
  const isSaid = !runLedger.waiting().has(entry) && !runLedger.leftovers().some(({ path }) => path === place);
  if (!isSaid || !collection?.read || collection.deletion.mode === 'soft') return;
  const windowMs = Math.max(collection.consistency.itemMs, goneWindowMs);
  const presence = await readPresence(entry, collection, meter, ['absent'], windowMs);
  if (presence === 'shown') ledger.recordLeftover(entry, place, stillThereMessage);
}

const stillThereMessage =
  'the service answered DELETE as if the item were gone, and GET still returns it; if that is a tombstone, declare resources[].delete.mode: soft, and resources[].purge to remove it for good';

function adviseCredentials({ as: name = 'full' }: LedgerEntry, { remains, callers }: RemovalInput): string {
  const { fields = [], from = [] } = remains.head?.callers.find((caller) => caller.name === name) ?? {};
  const credentials = from.length > 0 ? ` (${[...fields, ...from].join(', ')})` : '';
  const missing = callers.includes(name) ? '' : ', for which no credentials are known';
  return `: the caller "${name}" created it${missing}; give the credentials of that run again${credentials}`;
}

/** Number of removed items of a collection that are read again: the latest ones, and all if one of these is shown. */
const sampleSize = 3;
const maxReads = 200;

/**
 * Reports the items that a run removed and that the service still shows with their markers: it only marks them as
 * deleted, or did not remove them. If the latest removed items of a collection are gone, the others are taken as gone.
 */
export async function reportEndedItems({ ended }: LedgerContent, site: FinalCleanupContext): Promise<void> {
  const { runLedger, model, purges, maxAtOnce = 1 } = site;
  const told = new Set(runLedger.leftovers().map(({ path }) => path));
  const isShown = async (entry: LedgerEntry) => {
    const collection = findCollection(entry, model.collections);
    if (!collection?.read) return false;
    const { is } = await readOwner(entry, collection, { ...site, purges: {} }, 'clean');
    // A tombstone may show no content; an id that is never reused still belongs to the removed item.
    return is === 'ours' || (is === 'foreign' && isUnrepeatableId(readPathIds(collection, entry.path ?? '').id ?? ''));
  };
  const listShown = async (entries: readonly LedgerEntry[]) => {
    const found = await mapAtOnce(entries, maxAtOnce, isShown);
    return entries.filter((_, i) => found[i]);
  };
  const removed = ended.filter(({ path = '' }) => !told.has(path));
  for (const [name, entries] of groupBy(removed, ({ collection }) => collection)) {
    const isSoft = findTemplate({ collection: name }, model.collections)?.deletion.mode === 'soft';
    if (isSoft || getMember(purges, name) !== undefined) continue;
    const latestFirst = [...entries].reverse();
    const shown = await listShown(latestFirst.slice(0, sampleSize));
    const [latest] = shown;
    if (latest === undefined) continue;
    shown.push(...(await listShown(latestFirst.slice(sampleSize, maxReads))));
    const [count, unchecked, path] = [shown.length, latestFirst.length - maxReads, latest.at ?? ''];
    const why = `the service still shows ${count} of the items for which it answered DELETE, such as ${latest.path}; declare resources[].purge to remove them for good`;
    runLedger.reportLeftover({ path, why, count });
    const rest = `${unchecked} more were not read`;
    if (unchecked > 0) runLedger.reportLeftover({ path, why: rest, count: unchecked, mayExist: true });
  }
}
