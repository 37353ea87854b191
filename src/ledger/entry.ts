import type { Json } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import type { BodyDigests } from './lines.js';

/** Something the kit made, or may have made: `path` is known once the service named it. */
export interface LedgerEntry {
  /** Its number in the book. */
  readonly n: number;
  readonly collection: string;
  readonly mark: string;
  path: string | undefined;
  /** Path of the collection it is in, its holes filled. */
  readonly at?: string | undefined;
  /** Who made it, where that was not the usual caller. */
  readonly as?: string | undefined;
  /** Further texts that nothing else was given. */
  readonly signs?: readonly string[] | undefined;
  /** Whether nothing in it tells whose it is: it was sent without a mark. */
  readonly isUnmarked?: boolean | undefined;
  /** Digests of the whole texts in which its mark and signs were sent. */
  readonly bears?: BodyDigests | undefined;
  /** What was written over its mark. */
  prints?: BodyDigests | undefined;
  /** What was written there before: whether the last write was carried out, is not always known. */
  past?: readonly BodyDigests[] | undefined;
  /** Whether the service said that it made it, be it that it named no address. */
  isMade?: boolean | undefined;
  /** Those that were asked for under the same mark, and that its answer stands for as well. */
  twins?: readonly LedgerEntry[];
}

/** What is known of a thing before it is asked for. */
export type Intention = Pick<LedgerEntry, 'at' | 'as' | 'signs' | 'bears' | 'isUnmarked' | 'prints'>;

/** A place where something may stand that no page knows of. */
export interface UncertainPlace {
  readonly collection: string;
  readonly at: string;
}

/** What one trial made, in order. */
export interface LedgerScope {
  /** Written down before the creation is sent. */
  intend(collection: string, mark: string, known?: Intention): LedgerEntry;
  recordCreated(entry: LedgerEntry, path: string): void;
  /** The line of something that this page may not know yet, found by its mark; what was asked for under the mark and never named is named with it. */
  claim(collection: string, mark: string, path: string, at?: string): LedgerEntry;
  /** Written down before something is done to a thing by which its mark is lost. */
  recordWrite(entry: LedgerEntry, prints: BodyDigests): void;
  /** What a thing carries from now on in other texts than it was made with. */
  recordMarkers(entry: LedgerEntry, bears: BodyDigests): void;
  /** The mark by which a representation is that of something that was sent to this place, and for how many lines it was sent. */
  findMarker(
    shown: Json,
    collection: Collection,
    runMark: string,
  ): { readonly mark: string; readonly lines: number } | undefined;
  /** Written down before something is done that makes nothing which is removed by itself, such as an action. */
  recordAction(path: string): void;
  recordGone(entry: LedgerEntry): void;
  /** It was promised that it will be removed; whether it is, is asked at the end. */
  recordAccepted(entry: LedgerEntry): void;
  /** It could not be removed now; at the end it is tried again. */
  postpone(entry: LedgerEntry, why: string): void;
  /** It could not be removed, and nobody will try again in this run. What is not ours stays for good. */
  recordLeftover(entry: LedgerEntry, path: string, why: string, isForeign?: boolean): void;
  /** Something may stand at a place that this page thinks gone, or never knew the address of. */
  markUncertain(entry: Pick<LedgerEntry, 'collection' | 'at'>): void;
  /** Entries that still stand and may be removed, newest first. */
  listEntries(): LedgerEntry[];
}
