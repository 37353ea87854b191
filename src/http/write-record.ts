declare const isIssued: unique symbol;

/**
 * Proof that a request which may create or change something is in the ledger. The client sends no unsafe request without
 * one. Only the ledger issues records; a test asserts that.
 */
export interface WriteRecord {
  /** Number of the ledger entry. */
  readonly n: number;
  readonly [isIssued]: true;
}

const issued = new WeakSet<object>();

export function issueWriteRecord(n: number): WriteRecord {
  const record = { n } as WriteRecord;
  issued.add(record);
  return record;
}

/** Whether a record was issued by the ledger; a record of another origin does not count. */
export const isWriteRecord = (record: WriteRecord | undefined): boolean => record !== undefined && issued.has(record);
