import { type JsonLines, openJsonLines } from '../http/json-lines.js';
import { clock } from '../model/clock.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import { InconclusiveError } from '../rule/finding.js';
import type { LedgerEntry, LedgerScope, UncertainPlace } from './entry.js';
import { buildLedgerCollection, type LedgerHead, type LedgerLine, type LedgerOrigin, ledgerSchema } from './lines.js';
import type { LiveQuota } from './live-quota.js';
import type { SentMarkers } from './marker-match.js';
import type { Purges } from './purge-steps.js';
import { redactLedger } from './redact-ledger.js';
import { buildPlaceKey, createScope, type LedgerState } from './scope.js';

/** The ledger of a run: a page for each trial. What is about to be made is on disk before it is asked for, so that a kill leaves a list of what to clean. */
export interface RunLedger {
  /** A new page, or one with entries that another one gave up. */
  openScope(entries?: Iterable<LedgerEntry>): LedgerScope;
  /** How many things stand and will be removed, over all pages; what was looked for in vain does not. */
  countStanding(): number;
  /** Of all that may stand, what somebody is about to remove. */
  countPassing(): number;
  /** How many lists must be searched before everything can be removed: something without a known address may be in them. */
  unsearched(): number;
  /** It was looked for, and not found yet: it is looked for again at the end. */
  markMissed(entry: LedgerEntry): void;
  /** How many things of a collection were removed. */
  removed(collection: string): number;
  /** What waits for the end: to be tried again for this reason, or to be gone, as was promised. */
  waiting(): ReadonlyMap<LedgerEntry, string | 'accepted'>;
  listUncertain(): readonly UncertainPlace[];
  /** The place was looked through to its end. */
  resolveUncertain(doubtful: UncertainPlace): void;
  /** What was learned of collections since. */
  recordCollections(collections: readonly Collection[]): void;
  /** What stayed, over all pages. */
  leftovers(): readonly LedgerLeftover[];
  /** The room for what stands, where that is bounded. */
  readonly liveQuota?: LiveQuota;
  /** Why it cannot be written any more. */
  trouble(): string | undefined;
  /** Ends the book; a run that comes to its end says so. */
  close(isEnd?: boolean): void;
}

/** What a book is opened with. */
export interface LedgerOptions extends Partial<LedgerOrigin> {
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
  { collections, purges = {}, isTelling, ...origin }: LedgerOptions,
): RunLedger {
  const lines = file === undefined ? nullLines : redactLedger(openJsonLines(file), isTelling ?? (() => false));
  const kept = collections.map((collection) => buildLedgerCollection(collection, purges));
  const { kit = '', startedAt = '', profile, callers = [], runMark, baseUrl } = origin;
  const head: LedgerHead = {
    ...{ schema: ledgerSchema, kit, baseUrl, runMark, startedAt },
    ...(profile !== undefined && { profile }),
    callers,
    collections: kept,
  };
  tryWriteNow(lines, head);
  return createLedger(lines, { purges, known: new Map(kept.map((one) => [one.name, JSON.stringify(one)])) });
}

/** What a book that is gone on with already holds. */
export interface LedgerStart {
  readonly purges: Purges;
  /** Collections as they stand there, by name. */
  readonly known: Map<string, string>;
  readonly lastN?: number;
  /** What was sent with marks, as its lines have it. */
  readonly borne?: SentMarkers;
}

/** What cannot be written down must not be made, for nobody would find it again; but what was made is removed all the same. */
function tryWriteNow(lines: JsonLines, line: LedgerHead | LedgerLine): boolean {
  try {
    lines.writeNow(line);
    return true;
  } catch {
    return false;
  }
}

const nullLines: JsonLines = { writeNow() {}, writeSoon() {}, getProblem: () => undefined, close() {} };

/** A book on these lines. */
export function createLedger(
  lines: JsonLines,
  { purges, known, lastN = 0, borne = new Map() }: LedgerStart,
): RunLedger {
  const shared: LedgerState = {
    now: (line) => {
      if (!tryWriteNow(lines, line))
        throw new InconclusiveError('budget', lines.getProblem() ?? 'the ledger cannot be written');
    },
    soon: lines.writeSoon,
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
    openScope: (entries = []) => createScope(shared, new Set(entries)),
    listUncertain: () => [...shared.doubts.values()],
    resolveUncertain(doubtful) {
      shared.doubts.delete(buildPlaceKey(doubtful));
      shared.soon({ settled: doubtful.collection, at: doubtful.at });
    },
    countStanding: () => shared.all.size - shared.missed.size,
    countPassing: () => shared.all.size - shared.waiting.size,
    unsearched: () => unsearchedIn(shared),
    markMissed: (entry) => void (shared.all.has(entry) && shared.missed.add(entry)),
    removed: (collection) => shared.removed.get(collection) ?? 0,
    waiting: () => shared.waiting,
    recordCollections(collections) {
      for (const collection of collections.map((one) => buildLedgerCollection(one, purges))) {
        const text = JSON.stringify(collection);
        if (known.get(collection.name) === text) continue;
        known.set(collection.name, text);
        shared.now({ collection });
      }
    },
    leftovers: () => shared.leftovers,
    trouble: lines.getProblem,
    close(isEnd = false) {
      if (isEnd) shared.soon({ ended: new Date(clock.epochMs()).toISOString() });
      lines.close();
    },
  };
}

/** Places with something of unknown address: asked for and never named, or suspected. */
function unsearchedIn({ all, doubts }: LedgerState): number {
  const places = new Set(doubts.keys());
  for (const { path, collection, at = '' } of all)
    if (path === undefined) places.add(buildPlaceKey({ collection, at }));
  return places.size;
}
