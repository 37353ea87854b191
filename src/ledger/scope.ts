import { issueWriteRecord, type WriteRecord } from '../http/method-guard.js';
import { clock } from '../model/clock.js';
import { type Json, omitUndefined } from '../model/json.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import type { Intention, LedgerEntry, LeftoverOptions } from './entry.js';
import type { BodyDigests, LedgerLine } from './lines.js';
import { findSentMarker, recordSentMarkers } from './markers.js';
import { addRefusal, buildPlaceKey, recordUse, type UncertainPlace } from './places.js';
import type { LedgerContent } from './read-ledger.js';

export interface LedgerState extends Pick<LedgerContent, 'borne' | 'used' | 'existing'> {
  now(line: LedgerLine): void;
  soon(line: LedgerLine): void;
  readonly all: Set<LedgerEntry>;
  readonly waiting: Map<LedgerEntry, string>;
  readonly leftovers: LedgerLeftover[];
  readonly leftoverEntries: WeakMap<LedgerLeftover, LedgerEntry>;
  readonly doubts: Map<string, UncertainPlace>;
  lastN: number;
  /** Creations that were searched without success. */
  readonly missed: Set<LedgerEntry>;
  /** Names of collections in which a creation was accepted only (202). */
  readonly accepting: Set<string>;
  readonly removed: Map<string, Set<string>>;
  readonly created: Set<string>;
  /** Paths of items that the run reads, and did not create. */
  readonly foreign: Set<string>;
  limit?: CreationLimit;
}

export interface CreationLimit {
  /** Called before a creation of a scope; throws where it may not be sent. */
  admit(scope: object): void;
  /** Called with what came of a creation, perhaps several times. */
  settle(entry: LedgerEntry, outcome: 'asked' | 'refused' | 'made'): void;
}

/** The items that one trial created, in order. */
export class LedgerScope {
  constructor(
    private readonly shared: LedgerState,
    private readonly entries: Set<LedgerEntry>,
  ) {
    for (const entry of entries) shared.all.add(entry);
  }

  /** Must be called before the creation is sent. Throws where it may not be sent. */
  intend(collection: string, mark: string, known: Intention = {}): LedgerEntry {
    const { limit, now } = this.shared;
    limit?.admit(this);
    const entry = this.#enter(now, collection, mark, known);
    limit?.settle(entry, 'asked');
    return entry;
  }

  /** Takes an item over that stayed after another scope: it is no leftover while this scope uses it. */
  resume(entry: LedgerEntry): void {
    removeLeftover(this.shared, entry);
    this.shared.waiting.delete(entry);
    for (const known of [this.entries, this.shared.all]) known.add(entry);
  }

  /** Items that still exist and may be removed, newest first. */
  listEntries(): LedgerEntry[] {
    return [...this.entries].sort((one, other) => other.n - one.n);
  }

  /** The newest of them at a path. */
  find(path: string): LedgerEntry | undefined {
    let found: LedgerEntry | undefined;
    for (const entry of this.entries) if (entry.path === path && entry.n > (found?.n ?? 0)) found = entry;
    return found;
  }

  /** Records the path of an item that a rule reads although the run did not create it. */
  recordForeign(path: string): void {
    this.shared.foreign.add(path);
  }

  isForeign(path: string): boolean {
    return this.shared.foreign.has(path);
  }

  /** A creation was accepted only (202), so that its item is looked for. */
  recordPending({ collection }: LedgerEntry): void {
    this.shared.accepting.add(collection);
  }

  recordCreated(entry: LedgerEntry, path: string): void {
    this.shared.limit?.settle(entry, 'made');
    this.#locate(entry, path);
  }

  /** Returns the entry of an item found by its marker; pending creations with the marker are resolved with it. */
  claim(collection: string, mark: string, path: string, at?: string, as?: string): LedgerEntry {
    const known = [...this.entries].find((entry) => entry.path === path);
    if (known) return known;
    const entry = this.#enter(this.shared.soon, collection, mark, omitUndefined({ at, as }));
    this.#locate(entry, path);
    return entry;
  }

  /** Must be called before a write that removes the marker of an item. */
  recordWrite(entry: LedgerEntry, prints: BodyDigests): void {
    if (entry.prints !== undefined) entry.past = [...(entry.past ?? []), entry.prints];
    entry.prints = prints;
    this.shared.now({ wrote: prints, n: entry.n });
  }

  /** Records further texts that now carry the marker of the item. */
  recordMarkers(entry: LedgerEntry, bears: BodyDigests): void {
    // After a kill, an item may show the markers of a later write at an address that no response named.
    recordSentMarkers(this.shared.borne, { ...entry, bears });
    for (const pointer in bears) {
      if (entry.bears?.[pointer] === bears[pointer]) continue;
      this.shared.now({ bears, n: entry.n });
      break;
    }
  }

  /** Returns the marker by which a representation belongs to this run, and the number of requests sent with it. */
  findMarker(shown: Json, collection: Collection, runMark: string) {
    return findSentMarker(shown, collection, runMark, this.shared.borne);
  }

  /** Called before an unsafe request about no entry, such as an action. Returns the record that the client requires. */
  recordRequest(method: string, path: string): WriteRecord {
    const { shared } = this;
    shared.lastN += 1;
    shared.now({ acts: path, method, n: shared.lastN });
    return issueWriteRecord(shared.lastN);
  }

  recordGone(entry: LedgerEntry): void {
    this.shared.limit?.settle(entry, 'refused');
    this.#end(entry);
  }

  recordRemoved(entry: LedgerEntry): void {
    const { collection, path } = entry;
    const { removed } = this.shared;
    if (path !== undefined) removed.set(collection, (removed.get(collection) ?? new Set()).add(path));
    this.#end(entry);
  }

  /**
   * Records that the service said that nothing was created, or that the item was not found. At the end, its list is
   * searched for it, because the service may have stored it anyway; after a failure (408, 5xx) it may still do so.
   */
  recordRefused(entry: LedgerEntry, isFailure = false): void {
    const { limit, used, soon } = this.shared;
    limit?.settle(entry, 'refused');
    addRefusal(recordUse(used, entry), entry, clock.now(), isFailure);
    this.#drop(entry);
    soon({ gone: entry.path ?? null, n: entry.n, refused: true });
  }

  /** Records that the service accepted the removal; it is checked at the end. */
  recordAccepted(entry: LedgerEntry): void {
    this.entries.delete(entry);
    this.shared.waiting.set(entry, 'accepted');
    this.shared.soon({ accepted: entry.path ?? null, n: entry.n });
  }

  /** Records that the removal failed for now; it is tried again at the end. */
  postpone(entry: LedgerEntry, why: string): void {
    this.entries.delete(entry);
    this.shared.waiting.set(entry, why);
    if (entry.isMade && entry.path === undefined) this.shared.soon({ made: null, n: entry.n });
  }

  /** Records that the item cannot be removed in this run. An item of another owner is never removed. */
  recordLeftover(entry: LedgerEntry, path: string, why: string, known: LeftoverOptions = {}): void {
    const { all, leftovers, leftoverEntries, soon } = this.shared;
    const { isForeign = false, ...extent } = known;
    // What is reported about this request is not decided by the removal of another item with its marker.
    for (const other of all) other.twins = other.twins?.filter((twin) => twin !== entry);
    this.#drop(entry);
    const leftover = { path, why, ...extent };
    leftovers.push(leftover);
    leftoverEntries.set(leftover, entry);
    soon({ stays: path, n: entry.n, why, ...(isForeign && { foreign: true }), ...extent });
  }

  /** Records that a place may contain an item that this scope takes as gone, or whose address is unknown. */
  markUncertain({ collection, at }: Pick<LedgerEntry, 'collection' | 'at'>): void {
    const { doubts, soon } = this.shared;
    const doubtful = { collection, at: at ?? '' };
    if (at === undefined || doubts.has(buildPlaceKey(doubtful))) return;
    doubts.set(buildPlaceKey(doubtful), doubtful);
    soon({ doubt: collection, at });
  }

  #drop(entry: LedgerEntry): void {
    const { all, waiting, missed, soon } = this.shared;
    for (const known of [this.entries, waiting, all, missed]) known.delete(entry);
    for (const twin of entry.twins ?? []) if (twin.path === undefined) soon({ gone: null, n: twin.n });
  }

  #end(entry: LedgerEntry): void {
    this.#drop(entry);
    this.shared.soon({ gone: entry.path ?? null, n: entry.n });
  }

  #enter(write: LedgerState['now'], collection: string, mark: string, known: Intention): LedgerEntry {
    const { shared } = this;
    shared.lastN += 1;
    const entry: LedgerEntry = { n: shared.lastN, collection, mark, path: undefined, sentAt: clock.now(), ...known };
    write(buildIntentLine(entry));
    recordSentMarkers(shared.borne, entry);
    recordUse(shared.used, entry);
    this.entries.add(entry);
    shared.all.add(entry);
    return entry;
  }

  #locate(entry: LedgerEntry, path: string): void {
    const { all, created, soon } = this.shared;
    for (const other of [...this.entries].filter((one) => one !== entry)) {
      if (other.path === path) this.#end(other);
      else if (other.path === undefined && other.mark === entry.mark) {
        this.entries.delete(other);
        all.delete(other);
        // The other request may still be in progress, so its entry stays as long as the named one.
        entry.twins = [...(entry.twins ?? []), other];
      }
    }
    // The entry may have been resolved by another response with its marker.
    for (const known of [this.entries, all]) known.add(entry);
    entry.path = path;
    created.add(path);
    soon({ made: path, n: entry.n });
  }
}

/** Removes the leftover of an item; returns whether there was one. */
export function removeLeftover({ leftovers, leftoverEntries }: LedgerState, entry: LedgerEntry): boolean {
  const index = leftovers.findIndex((leftover) => leftoverEntries.get(leftover) === entry);
  if (index >= 0) leftovers.splice(index, 1);
  return index >= 0;
}

const buildIntentLine = ({
  n,
  collection,
  mark,
  at,
  as,
  signs = [],
  bears = {},
  isUnmarked,
  prints,
}: LedgerEntry): LedgerLine => ({
  intend: collection,
  n,
  mark,
  ...omitUndefined({ at, as }),
  ...(signs.length > 0 && { signs }),
  ...(Object.keys(bears).length > 0 && { bears }),
  ...(isUnmarked && { unmarked: true }),
  ...(isUnmarked && prints && { prints }),
});
