import type { LedgerEntry } from '../../ledger/entry.js';
import { hasStatus } from '../../model/exchange.js';
import { getAtPointer, isObject, type Json, readJson } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { ItemAddress } from './item-address.js';
import type { ItemSetting } from './item-handle.js';

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

/** Rejects content without an id at a service that was seen to answer it with an item of others: what it creates has no known address. Throws {@link InconclusiveError}. */
export function requireId({ collection: { id, name } }: ItemSetting, body: Json, text: string | undefined): void {
  const sent = text === undefined ? body : readJson(text);
  if (!isObject(sent) || (getAtPointer(sent, id.pointer) ?? null) !== null) return;
  const why = `a creation without ${id.pointer} is not sent to ${name}: the service answered one with an item that existed before`;
  throw new InconclusiveError('no-usable-case', why);
}
