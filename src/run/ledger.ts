import { closeSync, openSync, writeSync } from 'node:fs';

/** Something the kit made, or may have made: `path` is known once the service named it. */
export interface Entry {
  readonly collection: string;
  readonly mark: string;
  path: string | undefined;
}

/** What one trial made, in order. */
export interface Ledger {
  /** Written down before the creation is sent. */
  intend(collection: string, mark: string): Entry;
  made(entry: Entry, path: string): void;
  gone(entry: Entry): void;
  /** It could not be removed, and nobody will try again in this run. */
  stays(entry: Entry, path: string, why: string): void;
  /** Entries that still stand and may be removed, newest first. */
  standing(): Entry[];
}

/** Something that was made and stayed. */
export interface Leftover {
  readonly path: string;
  readonly why: string;
}

/** The ledger of a run: a page for each trial, and every line on disk before the next thing happens, so that a kill leaves a list of what to clean. */
export interface LedgerBook {
  page(): Ledger;
  /** How many things stand and will be removed, over all pages. */
  standing(): number;
  /** What stayed, over all pages. */
  leftovers(): readonly Leftover[];
  close(): void;
}

/** Opens the book; without a file it is kept in memory only. Throws the file system's error. */
export function openLedger(file: string | undefined): LedgerBook {
  const fd = file === undefined ? undefined : openSync(file, 'w', 0o600);
  const write = (line: object) => {
    if (fd !== undefined) writeSync(fd, `${JSON.stringify(line)}\n`);
  };
  const leftovers: Leftover[] = [];
  const all = new Set<Entry>();
  return {
    page: () => pageOf(write, all, leftovers),
    standing: () => all.size,
    leftovers: () => leftovers,
    close: () => {
      if (fd !== undefined) closeSync(fd);
    },
  };
}

function pageOf(write: (line: object) => void, all: Set<Entry>, leftovers: Leftover[]): Ledger {
  const entries = new Set<Entry>();
  const drop = (entry: Entry) => {
    entries.delete(entry);
    all.delete(entry);
  };
  return {
    intend(collection, mark) {
      const entry: Entry = { collection, mark, path: undefined };
      entries.add(entry);
      all.add(entry);
      write({ intend: collection, mark });
      return entry;
    },
    made(entry, path) {
      entry.path = path;
      write({ made: path, mark: entry.mark });
    },
    gone(entry) {
      drop(entry);
      write({ gone: entry.path, mark: entry.mark });
    },
    stays(entry, path, why) {
      drop(entry);
      leftovers.push({ path, why });
      write({ stays: path, mark: entry.mark, why });
    },
    standing: () => [...entries].reverse(),
  };
}
