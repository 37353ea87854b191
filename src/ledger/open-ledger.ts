import { type Lines, linesTo } from '../http/json-lines.js';
import { clock } from '../model/clock.js';
import type { Leftover } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import { Doubt } from '../rule/finding.js';
import type { Doubtful, Entry, Ledger } from './entry.js';
import { keptOf, type LedgerHead, type LedgerLine, type LedgerOrigin, ledgerSchema } from './lines.js';
import type { Room } from './live-quota.js';
import type { Borne } from './marker-match.js';
import type { Purges } from './purge-steps.js';
import { discreet } from './redact-ledger.js';
import { pageOf, placeOf, type Shared } from './scope.js';

/** The ledger of a run: a page for each trial. What is about to be made is on disk before it is asked for, so that a kill leaves a list of what to clean. */
export interface LedgerBook {
  /** A new page, or one with entries that another one gave up. */
  page(entries?: Iterable<Entry>): Ledger;
  /** How many things stand and will be removed, over all pages; what was looked for in vain does not. */
  standing(): number;
  /** Of all that may stand, what somebody is about to remove. */
  passing(): number;
  /** How many lists must be searched before everything can be removed: something without a known address may be in them. */
  unsearched(): number;
  /** It was looked for, and not found yet: it is looked for again at the end. */
  misses(entry: Entry): void;
  /** How many things of a collection were removed. */
  removed(collection: string): number;
  /** What waits for the end: to be tried again for this reason, or to be gone, as was promised. */
  waiting(): ReadonlyMap<Entry, string | 'accepted'>;
  doubtful(): readonly Doubtful[];
  /** The place was looked through to its end. */
  settle(doubtful: Doubtful): void;
  /** What was learned of collections since. */
  knows(collections: readonly Collection[]): void;
  /** What stayed, over all pages. */
  leftovers(): readonly Leftover[];
  /** The room for what stands, where that is bounded. */
  readonly room?: Room;
  /** Why it cannot be written any more. */
  trouble(): string | undefined;
  /** Ends the book; a run that comes to its end says so. */
  close(isEnd?: boolean): void;
}

/** What a book is opened with. */
export interface Opening extends Partial<LedgerOrigin> {
  readonly runMark: string;
  readonly baseUrl: string;
  readonly collections: readonly Collection[];
  readonly purges?: Purges | undefined;
  /** Whether a path tells a secret; it is not written down then, and what it leads to must be found by its mark. */
  readonly isTelling?: (path: string) => boolean;
}

/** Opens the book of a new run; without a file it is kept in memory only. Throws the file system's error. */
export function openLedger(
  file: string | undefined,
  { collections, purges = {}, isTelling, ...origin }: Opening,
): LedgerBook {
  const lines = file === undefined ? nowhere : discreet(linesTo(file), isTelling ?? (() => false));
  const kept = collections.map((collection) => keptOf(collection, purges));
  const { kit = '', startedAt = '', profile, callers = [], runMark, baseUrl } = origin;
  const head: LedgerHead = {
    ...{ schema: ledgerSchema, kit, baseUrl, runMark, startedAt },
    ...(profile !== undefined && { profile }),
    callers,
    collections: kept,
  };
  tryNow(lines, head);
  return bookOn(lines, { purges, known: new Map(kept.map((one) => [one.name, JSON.stringify(one)])) });
}

/** What a book that is gone on with already holds. */
export interface Held {
  readonly purges: Purges;
  /** Collections as they stand there, by name. */
  readonly known: Map<string, string>;
  readonly lastN?: number;
  /** What was sent with marks, as its lines have it. */
  readonly borne?: Borne;
}

/** What cannot be written down must not be made, for nobody would find it again; but what was made is removed all the same. */
function tryNow(lines: Lines, line: LedgerHead | LedgerLine): boolean {
  try {
    lines.now(line);
    return true;
  } catch {
    return false;
  }
}

const nowhere: Lines = { now() {}, soon() {}, trouble: () => undefined, close() {} };

/** A book on these lines. */
export function bookOn(lines: Lines, { purges, known, lastN = 0, borne = new Map() }: Held): LedgerBook {
  const shared: Shared = {
    now: (line) => {
      if (!tryNow(lines, line)) throw new Doubt('budget', lines.trouble() ?? 'the ledger cannot be written');
    },
    soon: lines.soon,
    all: new Set(),
    waiting: new Map(),
    leftovers: [],
    doubts: new Map(),
    lastN,
    borne,
    missed: new Set(),
    removed: new Map(),
  };
  return {
    page: (entries = []) => pageOf(shared, new Set(entries)),
    doubtful: () => [...shared.doubts.values()],
    settle(doubtful) {
      shared.doubts.delete(placeOf(doubtful));
      shared.soon({ settled: doubtful.collection, at: doubtful.at });
    },
    standing: () => shared.all.size - shared.missed.size,
    passing: () => shared.all.size - shared.waiting.size,
    unsearched: () => unsearchedIn(shared),
    misses: (entry) => void (shared.all.has(entry) && shared.missed.add(entry)),
    removed: (collection) => shared.removed.get(collection) ?? 0,
    waiting: () => shared.waiting,
    knows(collections) {
      for (const collection of collections.map((one) => keptOf(one, purges))) {
        const text = JSON.stringify(collection);
        if (known.get(collection.name) === text) continue;
        known.set(collection.name, text);
        shared.now({ collection });
      }
    },
    leftovers: () => shared.leftovers,
    trouble: lines.trouble,
    close(isEnd = false) {
      if (isEnd) shared.soon({ ended: new Date(clock.epochMs()).toISOString() });
      lines.close();
    },
  };
}

/** Places with something of unknown address: asked for and never named, or suspected. */
function unsearchedIn({ all, doubts }: Shared): number {
  const places = new Set(doubts.keys());
  for (const { path, collection, at = '' } of all) if (path === undefined) places.add(placeOf({ collection, at }));
  return places.size;
}
