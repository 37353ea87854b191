import { discardedLines, type JsonLines, openJsonLines } from '../http/json-lines.js';
import { clock } from '../model/clock.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import { InconclusiveError } from '../rule/finding.js';
import type { LedgerEntry, LedgerScope } from './entry.js';
import { createHoldLedger, type HoldLedger } from './holds.js';
import {
  buildExistingLine,
  buildLedgerCollection,
  type LedgerHead,
  type LedgerLine,
  type LedgerOrigin,
  ledgerSchema,
} from './lines.js';
import type { LiveQuota } from './live-quota.js';
import { collectSentTexts, type SentMarkers, type SentTexts } from './markers.js';
import { buildPlaceKey, type ExistingItems, SearchCounter, type UncertainPlace, type UsedPlace } from './places.js';
import type { Purges } from './purge-steps.js';
import type { LedgerContent } from './read-ledger.js';
import { createScope, type LedgerState, removeLeftover } from './scope.js';

/** The ledger of a run. Each creation is on disk before its request, so that a killed run leaves a list to clean up. */
export interface RunLedger {
  /** Opens a new scope, or one with entries taken from another scope. */
  openScope(entries?: Iterable<LedgerEntry>): LedgerScope;
  /** Items that are neither removed nor wait for the final cleanup, over all scopes, those of late responses included. */
  listOpen(): readonly LedgerEntry[];
  /** Number of existing items that will be removed, over all scopes; missed creations do not count. */
  countStanding(): number;
  /** Number of existing items that a trial is about to remove. */
  countPassing(): number;
  /** Number of requests that the searches of lists at the end will need. */
  countSearchRequests(): number;
  /** Marks a creation as searched without success; it is searched again at the end. */
  markMissed(entry: LedgerEntry): void;
  /** Paths of the removed items of a collection. */
  removed(collection: string): ReadonlySet<string>;
  /** Whether the run created an item at this path. */
  hasCreated(path: string): boolean;
  /** Forgets the removed items: their addresses may belong to other items now. */
  forgetRemoved(): void;
  /** Items that wait for the final cleanup, with the reason, or `accepted` for a removal in progress. */
  waiting(): ReadonlyMap<LedgerEntry, string | 'accepted'>;
  listUncertain(): readonly UncertainPlace[];
  /** Marks an uncertain place as completely searched. */
  resolveUncertain(doubtful: UncertainPlace): void;
  /** The places in which the run sent creations. */
  listUsedPlaces(): readonly UsedPlace[];
  /** Records what exists in a collection before the run writes anything there. */
  recordExisting(collection: string, existing: ExistingItems): void;
  /** What existed in a collection before the run, if its list was read. */
  getExisting(collection: string): ExistingItems | undefined;
  /** The lists whose content before the run is recorded: names of collections, or addresses with pointers. */
  listExistingKeys(): readonly string[];
  /** The texts with markers that the run sent, to any address. */
  listSentTexts(): SentTexts;
  /** Updates the collections after calibration. */
  recordCollections(collections: readonly Collection[]): void;
  /** Items that remain, over all scopes. */
  leftovers(): readonly LedgerLeftover[];
  /** The entries of single items among them. */
  listLeftoverEntries(): readonly LedgerEntry[];
  /** Records that the item of a leftover no longer exists. */
  dropLeftover(entry: LedgerEntry): void;
  /** Adds a leftover that is found by comparing lists; a later cleanup compares them again. */
  reportLeftover(leftover: LedgerLeftover): void;
  /** The single resources that the run changes and restores. */
  readonly holds: HoldLedger;
  /** The quota of items existing at once, if limited. */
  readonly liveQuota?: LiveQuota;
  /** Why the ledger cannot be written any more. */
  trouble(): string | undefined;
  /** Closes the ledger; `isEnd` marks a complete run. */
  close(isEnd?: boolean): void;
}

export interface LedgerOptions extends Partial<LedgerOrigin> {
  readonly runMark: string;
  readonly baseUrl: string;
  readonly collections: readonly Collection[];
  readonly purges?: Purges | undefined;
  /** Whether a path contains a credential; then the path is not written, and the item is found by its marker. */
  readonly hasCredential?: (path: string) => boolean;
}

/** Opens the ledger of a new run; without a file it is kept in memory. Throws the error of the file system. */
export function openLedger(
  file: string | undefined,
  { collections, purges = {}, hasCredential, ...origin }: LedgerOptions,
): RunLedger {
  const opened = file === undefined ? discardedLines : openJsonLines(file);
  const lines = hasCredential ? omitCredentials(opened, hasCredential) : opened;
  const kept = collections.map((collection) => buildLedgerCollection(collection, purges));
  const { kit = '', startedAt = '', profile, callers = [], runMark, baseUrl } = origin;
  const head: LedgerHead = {
    schema: ledgerSchema,
    kit,
    baseUrl,
    runMark,
    startedAt,
    ...(profile !== undefined && { profile }),
    callers,
    collections: kept,
  };
  tryWriteNow(lines, head);
  return createLedger(lines, { purges, known: new Map(kept.map((one) => [one.name, JSON.stringify(one)])) });
}

/** Wraps ledger lines and omits paths with credentials; those items are found by their markers. */
function omitCredentials(lines: JsonLines, hasCredential: (path: string) => boolean): JsonLines {
  const spared = (line: object): object => {
    for (const name of pathMembers) {
      const path = (line as Readonly<Record<string, unknown>>)[name];
      if (typeof path === 'string' && hasCredential(path))
        return { ...line, [name]: name === 'stays' || name === 'acts' ? '[redacted]' : null };
    }
    return line;
  };
  return {
    ...lines,
    writeNow: (line) => lines.writeNow(spared(line)),
    writeSoon: (line) => lines.writeSoon(spared(line)),
  };
}

/** The members of lines that are paths of items. */
const pathMembers: readonly string[] = ['made', 'gone', 'accepted', 'stays', 'acts'];

/** The state of a ledger that is continued. */
export type LedgerStart = Pick<LedgerContent, 'purges' | 'known'> &
  Partial<Pick<LedgerContent, 'lastN' | 'borne' | 'used' | 'existing' | 'holds'>>;

/** Without a ledger line nothing may be created, because it could not be found later; removals go on. */
function tryWriteNow(lines: JsonLines, line: LedgerHead | LedgerLine): boolean {
  try {
    lines.writeNow(line);
    return true;
  } catch {
    return false;
  }
}

/** Creates a ledger that writes these lines. */
export function createLedger(
  lines: JsonLines,
  { purges, known, lastN = 0, borne = new Map(), used = new Map(), existing = new Map(), holds = [] }: LedgerStart,
): RunLedger {
  const shared = createLedgerState(lines, { lastN, borne, used, existing });
  const searches = new SearchCounter(shared);
  return {
    holds: createHoldLedger({ now: shared.now, soon: shared.soon, countLine: () => ++shared.lastN }, holds),
    openScope: (entries = []) => createScope(shared, new Set(entries)),
    listUncertain: () => [...shared.doubts.values()],
    resolveUncertain(doubtful) {
      if (!shared.doubts.delete(buildPlaceKey(doubtful))) return;
      searches.recount();
      shared.soon({ settled: doubtful.collection, at: doubtful.at });
    },
    listOpen: () => [...shared.all].filter((entry) => !shared.waiting.has(entry)),
    countStanding: () => shared.all.size - shared.missed.size,
    countPassing: () => shared.all.size - shared.waiting.size,
    countSearchRequests: () => searches.count(),
    markMissed: (entry) => void (shared.all.has(entry) && shared.missed.add(entry)),
    removed: (collection) => shared.removed.get(collection) ?? new Set(),
    hasCreated: (path) => shared.created.has(path),
    forgetRemoved: () => forgetRemoved(shared),
    waiting: () => shared.waiting,
    listUsedPlaces: () => [...used.values()],
    recordExisting(collection, items) {
      existing.set(collection, items);
      searches.recount();
      shared.soon(buildExistingLine(collection, items));
    },
    ...createTraceReader(existing, borne),
    recordCollections(collections) {
      for (const collection of collections.map((one) => buildLedgerCollection(one, purges))) {
        const text = JSON.stringify(collection);
        if (known.get(collection.name) === text) continue;
        known.set(collection.name, text);
        shared.now({ collection });
      }
    },
    leftovers: () => shared.leftovers,
    listLeftoverEntries: () => shared.leftovers.flatMap((leftover) => shared.leftoverEntries.get(leftover) ?? []),
    dropLeftover(entry) {
      if (removeLeftover(shared, entry)) shared.soon({ gone: entry.path ?? null, n: entry.n });
    },
    reportLeftover: (leftover) => void shared.leftovers.push(leftover),
    trouble: lines.getProblem,
    close(isEnd = false) {
      if (isEnd) shared.soon({ ended: new Date(clock.epochMs()).toISOString() });
      lines.close();
    },
  };
}

function forgetRemoved({ removed, created, all }: LedgerState): void {
  removed.clear();
  created.clear();
  for (const { path } of all) if (path !== undefined) created.add(path);
}

/** What later searches compare the lists with. */
const createTraceReader = (
  existing: LedgerState['existing'],
  borne: SentMarkers,
): Pick<RunLedger, 'getExisting' | 'listExistingKeys' | 'listSentTexts'> => ({
  getExisting: (collection) => existing.get(collection),
  listExistingKeys: () => [...existing.keys()],
  listSentTexts: () => collectSentTexts(borne),
});

function createLedgerState(
  lines: JsonLines,
  known: Pick<LedgerState, 'lastN' | 'borne' | 'used' | 'existing'>,
): LedgerState {
  return {
    now: (line) => {
      if (!tryWriteNow(lines, line))
        throw new InconclusiveError('budget', lines.getProblem() ?? 'the ledger cannot be written');
    },
    soon: lines.writeSoon,
    all: new Set(),
    waiting: new Map(),
    leftovers: [],
    leftoverEntries: new WeakMap(),
    doubts: new Map(),
    ...known,
    missed: new Set(),
    removed: new Map(),
    created: new Set(),
    foreign: new Set(),
  };
}
