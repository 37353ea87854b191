import type { LedgerEntry } from '../../ledger/entry.js';
import { hasStatus } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { ItemAddress } from './item-address.js';
import type { ItemSetting } from './item-setting.js';

/**
 * Rejects where an item may be at the address that the client chose: it is read where its id is a number. No item of others has a
 * random text or UUID. Throws {@link InconclusiveError}.
 */
export async function requireFree(
  { collection, wire, ledger }: ItemSetting,
  entry: LedgerEntry,
  { id, path }: ItemAddress,
) {
  if (!/^\d+$/.test(id) || collection.read === undefined) return;
  // Nothing is created as long as this is not known.
  const seen = await wire.trySend({ method: 'GET', path, role: 'control' }).catch((error) => {
    ledger.recordGone(entry);
    throw error;
  });
  if (hasStatus(seen, 404, 410)) return;
  ledger.recordGone(entry);
  const why = `GET returned ${seen.answer?.status ?? 'nothing'}, so that an item of others may be there`;
  throw new InconclusiveError('setup', `no item is created at ${path}: ${why}`);
}
