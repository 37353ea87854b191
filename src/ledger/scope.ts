import { issueWriteRecord } from '../http/write-record.js';
import { clock } from '../model/clock.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Intention, LedgerEntry, LedgerScope } from './entry.js';
import type { LedgerLine } from './lines.js';
import { findSentMarker, recordSentMarkers } from './markers.js';
import { addRefusal, buildPlaceKey, recordUse, type UncertainPlace } from './places.js';
import type { LedgerContent } from './read-ledger.js';

/** State shared by all scopes of a ledger. */
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
  /** Paths of removed items, by collection. */
  readonly removed: Map<string, Set<string>>;
  /** Paths of all items that the run created. */
  readonly created: Set<string>;
  /** Paths of items that the run reads, and did not create. */
  readonly foreign: Set<string>;
}

export function createScope(shared: LedgerState, entries: Set<LedgerEntry>): LedgerScope {
  for (const entry of entries) shared.all.add(entry);
  const ends = createEntryCloser(shared, entries);
  return {
    ...createEntryWriter(shared, entries, ends),
    ...ends,
    resume(entry) {
      removeLeftover(shared, entry);
      for (const known of [entries, shared.all]) known.add(entry);
    },
    listEntries: () => [...entries].sort((one, other) => other.n - one.n),
    find(path) {
      let found: LedgerEntry | undefined;
      for (const entry of entries) if (entry.path === path && entry.n > (found?.n ?? 0)) found = entry;
      return found;
    },
    recordForeign: (path) => void shared.foreign.add(path),
    isForeign: (path) => shared.foreign.has(path),
  };
}

/** Removes the leftover of an item; returns whether there was one. */
export function removeLeftover({ leftovers, leftoverEntries }: LedgerState, entry: LedgerEntry): boolean {
  const index = leftovers.findIndex((leftover) => leftoverEntries.get(leftover) === entry);
  if (index >= 0) leftovers.splice(index, 1);
  return index >= 0;
}

type EntryWriter = Pick<
  LedgerScope,
  'intend' | 'recordCreated' | 'claim' | 'recordWrite' | 'recordMarkers' | 'findMarker' | 'recordRequest'
>;
type EntryCloser = Omit<
  LedgerScope,
  keyof EntryWriter | 'resume' | 'listEntries' | 'find' | 'recordForeign' | 'isForeign'
>;

function createEntryWriter(shared: LedgerState, entries: Set<LedgerEntry>, { recordGone }: EntryCloser): EntryWriter {
  const { all, created, now, soon } = shared;
  const enter = (write: LedgerState['now'], collection: string, mark: string, known: Intention): LedgerEntry => {
    shared.lastN += 1;
    const entry: LedgerEntry = { n: shared.lastN, collection, mark, path: undefined, sentAt: clock.now(), ...known };
    write(buildIntentLine(entry));
    recordSentMarkers(shared.borne, entry);
    recordUse(shared.used, entry);
    entries.add(entry);
    all.add(entry);
    return entry;
  };
  const made = (entry: LedgerEntry, path: string): void => {
    for (const other of [...entries].filter((one) => one !== entry)) {
      if (other.path === path) recordGone(other);
      else if (other.path === undefined && other.mark === entry.mark) {
        entries.delete(other);
        all.delete(other);
        // The other request may still be in progress, so its entry stays as long as the named one.
        entry.twins = [...(entry.twins ?? []), other];
      }
    }
    // The entry may have been resolved by another response with its marker.
    for (const known of [entries, all]) known.add(entry);
    entry.path = path;
    created.add(path);
    soon({ made: path, n: entry.n });
  };
  return {
    intend: (collection, mark, known = {}) => enter(now, collection, mark, known),
    recordCreated: made,
    claim(collection, mark, path, at, as) {
      const known = [...entries].find((entry) => entry.path === path);
      if (known) return known;
      const entry = enter(soon, collection, mark, { ...(at !== undefined && { at }), ...(as !== undefined && { as }) });
      made(entry, path);
      return entry;
    },
    recordWrite(entry, prints) {
      if (entry.prints !== undefined) entry.past = [...(entry.past ?? []), entry.prints];
      entry.prints = prints;
      now({ wrote: prints, n: entry.n });
    },
    recordMarkers(entry, bears) {
      // After a kill, an item may show the markers of a later write at an address that no response named.
      recordSentMarkers(shared.borne, { ...entry, bears });
      for (const pointer in bears) {
        if (entry.bears?.[pointer] === bears[pointer]) continue;
        now({ bears, n: entry.n });
        break;
      }
    },
    findMarker: (shown, collection, runMark) => findSentMarker(shown, collection, runMark, shared.borne),
    recordRequest(method, path) {
      shared.lastN += 1;
      now({ acts: path, method, n: shared.lastN });
      return issueWriteRecord(shared.lastN);
    },
  };
}

function createEntryCloser(shared: LedgerState, entries: Set<LedgerEntry>): EntryCloser {
  const { all, waiting, doubts, missed, removed, leftovers, leftoverEntries, soon } = shared;
  const drop = (entry: LedgerEntry) => {
    entries.delete(entry);
    waiting.delete(entry);
    all.delete(entry);
    missed.delete(entry);
    for (const twin of entry.twins ?? []) if (twin.path === undefined) soon({ gone: null, n: twin.n });
  };
  const recordGone = (entry: LedgerEntry) => {
    drop(entry);
    soon({ gone: entry.path ?? null, n: entry.n });
  };
  return {
    recordGone,
    recordRemoved(entry) {
      const { collection, path } = entry;
      if (path !== undefined) removed.set(collection, (removed.get(collection) ?? new Set()).add(path));
      recordGone(entry);
    },
    recordRefused(entry, isFailure = false) {
      addRefusal(recordUse(shared.used, entry), entry, clock.now(), isFailure);
      drop(entry);
      soon({ gone: entry.path ?? null, n: entry.n, refused: true });
    },
    recordAccepted(entry) {
      entries.delete(entry);
      waiting.set(entry, 'accepted');
      soon({ accepted: entry.path ?? null, n: entry.n });
    },
    postpone(entry, why) {
      entries.delete(entry);
      waiting.set(entry, why);
      if (entry.isMade && entry.path === undefined) soon({ made: null, n: entry.n });
    },
    recordLeftover(entry, path, why, { isForeign = false, ...extent } = {}) {
      // What is reported about this request is not decided by the removal of another item with its marker.
      for (const other of all) other.twins = other.twins?.filter((twin) => twin !== entry);
      drop(entry);
      const leftover = { path, why, ...extent };
      leftovers.push(leftover);
      leftoverEntries.set(leftover, entry);
      soon({ stays: path, n: entry.n, why, ...(isForeign && { foreign: true }), ...extent });
    },
    markUncertain({ collection, at }) {
      const doubtful = { collection, at: at ?? '' };
      if (at === undefined || doubts.has(buildPlaceKey(doubtful))) return;
      doubts.set(buildPlaceKey(doubtful), doubtful);
      soon({ doubt: collection, at });
    },
  };
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
