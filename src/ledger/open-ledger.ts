import { discardedLines, type JsonLines, openJsonLines } from '../http/json-lines.js';
import { clock } from '../model/clock.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import { InconclusiveError } from '../rule/finding.js';
import type { LedgerEntry } from './entry.js';
import { createHoldLedger } from './holds.js';
import {
  buildExistingLine,
  buildLedgerCollection,
  type LedgerHead,
  type LedgerLine,
  type LedgerOrigin,
  ledgerSchema,
} from './lines.js';
import { collectSentTexts } from './markers.js';
import { buildPlaceKey, type ExistingItems, SearchCounter, type UncertainPlace } from './places.js';
import type { Purges } from './purge-steps.js';
import type { LedgerContent } from './read-ledger.js';
import { type CreationLimit, LedgerScope, type LedgerState, removeLeftover } from './scope.js';

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

/** The ledger of a run. Each creation is on disk before its request, so that a killed run leaves a list to clean up. */
export type RunLedger = ReturnType<typeof createLedger>;

export function createLedger(
  lines: JsonLines,
  { purges, known, lastN = 0, borne = new Map(), used = new Map(), existing = new Map(), holds = [] }: LedgerStart,
) {
  const shared = createLedgerState(lines, { lastN, borne, used, existing });
  return {
    ...createItemLedger(shared),
    ...createPlaceLedger(shared),
    /** The single resources that the run changes and restores. */
    holds: createHoldLedger({ now: shared.now, soon: shared.soon, countLine: () => ++shared.lastN }, holds),
    recordCollections(collections: readonly Collection[]) {
      for (const collection of collections.map((one) => buildLedgerCollection(one, purges))) {
        const text = JSON.stringify(collection);
        if (known.get(collection.name) === text) continue;
        known.set(collection.name, text);
        shared.now({ collection });
      }
    },
    /** Why the ledger cannot be written any more. */
    trouble: lines.getProblem,
    /** Closes the ledger; `isEnd` marks a complete run. */
    close(isEnd = false) {
      if (isEnd) shared.soon({ ended: new Date(clock.epochMs()).toISOString() });
      lines.close();
    },
  };
}

function createItemLedger(shared: LedgerState) {
  const { all, waiting, missed, removed, created, leftovers, leftoverEntries, soon } = shared;
  return {
    /** From now on, creations are limited. */
    limit: (limit: CreationLimit) => void Object.assign(shared, { limit }),
    openScope: (entries: Iterable<LedgerEntry> = []) => new LedgerScope(shared, new Set(entries)),
    /** Items that are neither removed nor wait for the final cleanup, over all scopes, those of late responses included. */
    listOpen: () => [...all].filter((entry) => !waiting.has(entry)),
    /** Number of existing items that will be removed, over all scopes; missed creations do not count. */
    countStanding: () => all.size - missed.size,
    /** Number of existing items that a trial is about to remove. */
    countPassing: () => all.size - waiting.size,
    /** Marks a creation as searched without success; it is searched again at the end. */
    markMissed: (entry: LedgerEntry) => void (all.has(entry) && missed.add(entry)),
    /** Paths of the removed items of a collection. */
    removed: (collection: string): ReadonlySet<string> => removed.get(collection) ?? new Set(),
    /** Whether the run created an item at this path. */
    hasCreated: (path: string) => created.has(path),
    /** Whether the run removed an item of a collection at this path, and knows of none that it has there now. */
    hasRemoved: (collection: string, path: string): boolean =>
      removed.get(collection)?.has(path) === true && ![...all, ...waiting.keys()].some((one) => one.path === path),
    /** Forgets the removed items: their addresses may belong to other items now. */
    forgetRemoved() {
      removed.clear();
      created.clear();
      for (const { path } of all) if (path !== undefined) created.add(path);
    },
    /** Items that wait for the final cleanup, with the reason, or `accepted` for a removal in progress. */
    waiting: (): ReadonlyMap<LedgerEntry, string | 'accepted'> => waiting,
    /** Items that remain, over all scopes. */
    leftovers: (): readonly LedgerLeftover[] => leftovers,
    /** The entries of single items among them. */
    listLeftoverEntries: () => leftovers.flatMap((leftover) => leftoverEntries.get(leftover) ?? []),
    /** Records that the item of a leftover no longer exists. */
    dropLeftover(entry: LedgerEntry) {
      if (removeLeftover(shared, entry)) soon({ gone: entry.path ?? null, n: entry.n });
    },
    /** Adds a leftover that is found by comparing lists; a later cleanup compares them again. */
    reportLeftover: (leftover: LedgerLeftover) => void leftovers.push(leftover),
  };
}

/** The places that are searched at the end, and what later searches compare the lists with. */
function createPlaceLedger(shared: LedgerState) {
  const { doubts, used, existing, borne, soon } = shared;
  const searches = new SearchCounter(shared);
  return {
    /** Number of requests that the searches of lists at the end will need. */
    countSearchRequests: () => searches.count(),
    listUncertain: () => [...doubts.values()],
    resolveUncertain(doubtful: UncertainPlace) {
      if (!doubts.delete(buildPlaceKey(doubtful))) return;
      searches.recount();
      soon({ settled: doubtful.collection, at: doubtful.at });
    },
    /** The places in which the run sent creations. */
    listUsedPlaces: () => [...used.values()],
    /** Records what exists in a collection before the run writes anything there. */
    recordExisting(collection: string, items: ExistingItems) {
      existing.set(collection, items);
      searches.recount();
      soon(buildExistingLine(collection, items));
    },
    /** What existed in a collection before the run, if its list was read. */
    getExisting: (collection: string) => existing.get(collection),
    /** The lists whose content before the run is recorded: names of collections, or addresses with pointers. */
    listExistingKeys: () => [...existing.keys()],
    /** The texts with markers that the run sent, to any address. */
    listSentTexts: () => collectSentTexts(borne),
  };
}

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
    accepting: new Set(),
    removed: new Map(),
    created: new Set(),
    foreign: new Set(),
  };
}
