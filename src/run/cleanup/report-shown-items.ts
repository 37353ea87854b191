import type { LedgerEntry } from '../../ledger/entry.js';
import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import { fillCollectionTemplate, readPathIds } from '../items/item-address.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { isUnrepeatableId, readOwner } from './ownership.js';
import type { RemovalInput } from './remove-ledger-items.js';
import { groupBy } from './unknown-outcomes/locate-entry.js';

/** Number of removed items of a collection that are read again: the latest ones, and all if one of these is shown. */
const sampleSize = 3;
const maxReads = 200;

/**
 * Reports the items that a run removed and that the service still shows with their markers: it only marks them as
 * deleted, or did not remove them. If the latest removed items of a collection are gone, the others are taken as gone.
 */
export async function reportShownItems({ remains, purges }: RemovalInput, site: FinalCleanupContext): Promise<void> {
  const told = new Set(site.runLedger.leftovers().map(({ path }) => path));
  const removed = remains.ended.filter(({ path = '' }) => !told.has(path));
  for (const entries of groupBy(removed, ({ collection }) => collection).values()) {
    const latestFirst = [...entries].reverse();
    const shown = await listShown(latestFirst.slice(0, sampleSize), site, purges);
    const [latest] = shown;
    if (latest === undefined) continue;
    shown.push(...(await listShown(latestFirst.slice(sampleSize, maxReads), site, purges)));
    const count = shown.length;
    const path = latest.at ?? '';
    const why = `the service still shows ${count} of the items for which it answered DELETE, such as ${latest.path}; declare resources[].purge to remove them for good`;
    site.runLedger.reportLeftover({ path, why, count });
    const unchecked = latestFirst.length - maxReads;
    if (unchecked > 0)
      site.runLedger.reportLeftover({ path, why: `${unchecked} more were not read`, count: unchecked, mayExist: true });
  }
}

async function listShown(entries: readonly LedgerEntry[], site: FinalCleanupContext, purges: RemovalInput['purges']) {
  const found = await mapAtOnce(entries, site.maxAtOnce ?? 1, (entry) => isShown(entry, site, purges));
  return entries.filter((_, i) => found[i]);
}

async function isShown(entry: LedgerEntry, site: FinalCleanupContext, purges: RemovalInput['purges']) {
  const template = site.model.collections.find(({ name }) => name === entry.collection);
  if (
    template?.read === undefined ||
    template.deletion.mode === 'soft' ||
    getMember(purges, entry.collection) !== undefined
  )
    return false;
  const collection = fillCollectionTemplate(template, entry.at);
  const { is } = await readOwner(entry, collection, { meter: site.meter }, 'clean');
  // A tombstone may show no content; an id that is never reused still belongs to the removed item.
  return is === 'ours' || (is === 'foreign' && isUnrepeatableId(readPathIds(collection, entry.path ?? '').id ?? ''));
}
