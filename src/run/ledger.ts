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
  /** Entries that still stand, newest first. */
  standing(): Entry[];
}

/** The ledger of a run: a page for each trial, and every line on disk before the next thing happens, so that a kill leaves a list of what to clean. */
export interface LedgerBook {
  page(): Ledger;
  close(): void;
}

/** Opens the book; without a file it is kept in memory only. Throws the file system's error. */
export function openLedger(file: string | undefined): LedgerBook {
  const fd = file === undefined ? undefined : openSync(file, 'w', 0o600);
  const write = (line: object) => {
    if (fd !== undefined) writeSync(fd, `${JSON.stringify(line)}\n`);
  };
  return {
    page: () => pageOf(write),
    close: () => {
      if (fd !== undefined) closeSync(fd);
    },
  };
}

function pageOf(write: (line: object) => void): Ledger {
  const entries = new Set<Entry>();
  return {
    intend(collection, mark) {
      const entry: Entry = { collection, mark, path: undefined };
      entries.add(entry);
      write({ intend: collection, mark });
      return entry;
    },
    made(entry, path) {
      entry.path = path;
      write({ made: path, mark: entry.mark });
    },
    gone(entry) {
      entries.delete(entry);
      write({ gone: entry.path, mark: entry.mark });
    },
    standing: () => [...entries].reverse(),
  };
}
