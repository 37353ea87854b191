import { type Lines, linesTo } from '../http/index.js';

/** Something the kit made, or may have made: `path` is known once the service named it. */
export interface Entry {
  readonly collection: string;
  readonly mark: string;
  path: string | undefined;
  /** Who made it, where that was not the usual caller. */
  readonly as?: string | undefined;
}

/** What one trial made, in order. */
export interface Ledger {
  /** Written down before the creation is sent. */
  intend(collection: string, mark: string, as?: string): Entry;
  made(entry: Entry, path: string): void;
  /** The line of something that this page may not know yet, found by its mark; what was asked for under the mark and never named is named with it. */
  claim(collection: string, mark: string, path: string): Entry;
  gone(entry: Entry): void;
  /** It could not be removed, and nobody will try again in this run. */
  stays(entry: Entry, path: string, why: string): void;
  /** Something of a collection may stand that this page thinks gone, or never knew the address of. */
  doubt(collection: string): void;
  /** Entries that still stand and may be removed, newest first. */
  standing(): Entry[];
}

/** Something that was made and stayed. */
export interface Leftover {
  readonly path: string;
  readonly why: string;
}

/** The ledger of a run: a page for each trial. What is about to be made is on disk before it is asked for, so that a kill leaves a list of what to clean. */
export interface LedgerBook {
  page(): Ledger;
  /** How many things stand and will be removed, over all pages. */
  standing(): number;
  /** Names of collections in which something may stand that no page knows of. */
  doubtful(): ReadonlySet<string>;
  /** What stayed, over all pages. */
  leftovers(): readonly Leftover[];
  close(): void;
}

/** Opens the book; without a file it is kept in memory only. Throws the file system's error. */
export function openLedger(file: string | undefined): LedgerBook {
  const lines = file === undefined ? nowhere : linesTo(file);
  const leftovers: Leftover[] = [];
  const all = new Set<Entry>();
  const doubtful = new Set<string>();
  return {
    page: () => pageOf(lines, all, leftovers, doubtful),
    doubtful: () => doubtful,
    standing: () => all.size,
    leftovers: () => leftovers,
    close: lines.close,
  };
}

const nowhere: Lines = { now() {}, soon() {}, close() {} };

function pageOf(lines: Lines, all: Set<Entry>, leftovers: Leftover[], doubtful: Set<string>): Ledger {
  const entries = new Set<Entry>();
  const drop = (entry: Entry) => {
    entries.delete(entry);
    all.delete(entry);
  };
  return {
    intend(collection, mark, as) {
      const entry: Entry = { collection, mark, path: undefined, as };
      entries.add(entry);
      all.add(entry);
      lines.now({ intend: collection, mark });
      return entry;
    },
    made(entry, path) {
      for (const other of [...entries]) {
        const isTwin = other !== entry && other.path === path;
        const isFound = other !== entry && other.path === undefined && other.mark === entry.mark;
        if (isTwin || isFound) drop(other);
      }
      // It may have been taken for found when another answer named its mark.
      entries.add(entry);
      all.add(entry);
      entry.path = path;
      lines.soon({ made: path, mark: entry.mark });
    },
    claim(collection, mark, path) {
      const known = [...entries].find((entry) => entry.path === path);
      if (known) return known;
      const entry = this.intend(collection, mark);
      this.made(entry, path);
      return entry;
    },
    gone(entry) {
      drop(entry);
      lines.soon({ gone: entry.path, mark: entry.mark });
    },
    stays(entry, path, why) {
      drop(entry);
      leftovers.push({ path, why });
      lines.soon({ stays: path, mark: entry.mark, why });
    },
    doubt: (collection) => {
      doubtful.add(collection);
    },
    standing: () => [...entries].reverse(),
  };
}
