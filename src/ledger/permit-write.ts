import { issueWriteRecord, type WriteRecord } from '../http/write-record.js';
import type { LedgerEntry } from './entry.js';

const records = new WeakMap<LedgerEntry, WriteRecord>();

/** Returns the record with which requests about an item of the ledger may be sent. */
export function permitWrite(entry: LedgerEntry): WriteRecord {
  const known = records.get(entry) ?? issueWriteRecord(entry.n);
  records.set(entry, known);
  return known;
}
