import { issueWriteRecord, type WriteRecord } from '../http/write-record.js';
import type { Json } from '../model/json.js';
import type { LeftoverExtent } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import { computeOnce } from '../model/values/compute-once.js';
import type { BodyDigests } from './lines.js';

/** An item that the run created, or may have created: `path` is known once the service named it. */
export interface LedgerEntry {
  /** Its number in the ledger. */
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
  /** Digests of the texts in which its marker and signs were sent. */
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

/** The items that one trial created, in order. */
export interface LedgerScope {
  /** Must be called before the creation is sent. */
  intend(collection: string, mark: string, known?: Intention): LedgerEntry;
  recordCreated(entry: LedgerEntry, path: string): void;
  /** Returns the entry of an item found by its marker; pending creations with the marker are resolved with it. */
  claim(collection: string, mark: string, path: string, at?: string, as?: string): LedgerEntry;
  /** Must be called before a write that removes the marker of an item. */
  recordWrite(entry: LedgerEntry, prints: BodyDigests): void;
  /** Records further texts that now carry the marker of the item. */
  recordMarkers(entry: LedgerEntry, bears: BodyDigests): void;
  /** Returns the marker by which a representation belongs to this run, and the number of requests sent with it. */
  findMarker(
    shown: Json,
    collection: Collection,
    runMark: string,
  ): { readonly mark: string; readonly lines: number } | undefined;
  /** Called before an unsafe request about no entry, such as an action. Returns the record that the client requires. */
  recordRequest(method: string, path: string): WriteRecord;
  recordGone(entry: LedgerEntry): void;
  recordRemoved(entry: LedgerEntry): void;
  /**
   * Records that the service said that nothing was created, or that the item was not found. At the end, its list is
   * searched for it, because the service may have stored it anyway; after a failure (408, 5xx) it may still do so.
   */
  recordRefused(entry: LedgerEntry, isFailure?: boolean): void;
  /** Records that the service accepted the removal; it is checked at the end. */
  recordAccepted(entry: LedgerEntry): void;
  /** Records that the removal failed for now; it is tried again at the end. */
  postpone(entry: LedgerEntry, why: string): void;
  /** Records that the item cannot be removed in this run. An item of another owner is never removed. */
  recordLeftover(entry: LedgerEntry, path: string, why: string, extent?: LeftoverOptions): void;
  /** Records that a place may contain an item that this scope takes as gone, or whose address is unknown. */
  markUncertain(entry: Pick<LedgerEntry, 'collection' | 'at'>): void;
  /** Takes an item over that stayed after another scope: it is no leftover while this scope uses it. */
  resume(entry: LedgerEntry): void;
  /** Items that still exist and may be removed, newest first. */
  listEntries(): LedgerEntry[];
  /** The newest of them at a path. */
  find(path: string): LedgerEntry | undefined;
  /** Records the path of an item that a rule reads although the run did not create it. */
  recordForeign(path: string): void;
  isForeign(path: string): boolean;
}

/** Returns the record with which requests about an item of the ledger may be sent. */
export const permitWrite = computeOnce(({ n }: LedgerEntry): WriteRecord => issueWriteRecord(n));
