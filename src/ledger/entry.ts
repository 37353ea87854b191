import { issueWriteRecord, type WriteRecord } from '../http/method-guard.js';
import type { LeftoverExtent } from '../model/result/leftover.js';
import { computeOnce } from '../model/values/compute-once.js';
import type { BodyDigests } from './lines.js';

/** An item that the run created, or may have created: `path` is known once the service named it. */
export interface LedgerEntry {
  readonly n: number;
  readonly collection: string;
  readonly mark: string;
  path: string | undefined;
  /** When its creation was sent, by `clock.now()`; undefined for an entry of an earlier run. */
  readonly sentAt?: number | undefined;
  /** Path of its collection, without path parameters. */
  readonly at?: string | undefined;
  /** Name of the caller who created it, unless it is the default caller. */
  readonly as?: string | undefined;
  /** Further texts that identify the item. */
  readonly signs?: readonly string[] | undefined;
  /** Whether it was sent without a marker. */
  readonly isUnmarked?: boolean | undefined;
  readonly bears?: BodyDigests | undefined;
  /** Digests of the last write, if that removed the marker. */
  prints?: BodyDigests | undefined;
  /** Digests of earlier writes, because the last write may not have been applied. */
  past?: readonly BodyDigests[] | undefined;
  /** Whether the service confirmed the creation, with or without an address. */
  isMade?: boolean | undefined;
  /** Whether a read showed it after its creation. */
  wasShown?: boolean;
  /** Whether a removal was sent and not answered. */
  mayBeRemoved?: boolean | undefined;
  /** Whether a removal was refused, or it is unknown whether it was carried out: then its address may belong to another item. */
  tried?: 'refused' | 'unknown' | undefined;
  /** Requests with the same marker whose outcome this response also decides. */
  twins?: readonly LedgerEntry[] | undefined;
}

/** What is known about an item before its creation is sent. */
export type Intention = Pick<LedgerEntry, 'at' | 'as' | 'signs' | 'bears' | 'isUnmarked' | 'prints'>;

/** What is known about a leftover. */
export type LeftoverOptions = LeftoverExtent & {
  /** Whether it belongs to another owner, so that it is never removed. */
  readonly isForeign?: boolean;
};

/** Returns the record with which requests about an item of the ledger may be sent. */
export const permitWrite = computeOnce(({ n }: LedgerEntry): WriteRecord => issueWriteRecord(n));
