import { appendFileSync } from 'node:fs';
import type { OpenClient } from '../../http/client.js';
import { discardedLines, openJsonLines } from '../../http/json-lines.js';
import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { createLedger, type RunLedger } from '../../ledger/open-ledger.js';
import type { RemainingItem } from '../../ledger/read-ledger.js';
import { createRequestMeter } from '../../limits/request-meter.js';
import { clock, pause } from '../../model/clock.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import { CaseClient } from '../items/case-client.js';
import { type RestoredResources, restoreLedgerResources } from '../singles/restore-ledger-resources.js';
import { describePlace } from './clean-up.js';
import { runFinalCleanup } from './final-cleanup.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { createStandingControl } from './list-control.js';
import {
  type RemovalContext,
  type RemovalInput,
  type RemovalStatus,
  removeLedgerItems,
  reportShownItems,
} from './remove-ledger-items.js';
import { searchAllLists } from './search-all-lists.js';
import type { SearchContext } from './search-list.js';
import { findUnknownOutcomes } from './unknown-outcomes.js';

/** Input of a cleanup from a ledger file. */
export interface CleanLedgerInput extends RemovalInput {
  /** The ledger file; the cleanup appends to it. */
  readonly file: string;
  readonly kit: string;
  readonly client: OpenClient;
  readonly baseUrl: string;
  /** Whether the service may still be processing the last requests of the run. */
  readonly isFresh: boolean;
}

export interface CleanLedgerResult {
  readonly done: readonly {
    readonly path: string;
    readonly outcome: RemovalStatus | RestoredResources['done'][number]['outcome'];
  }[];
  readonly stayed: readonly LedgerLeftover[];
  /** Changes of the lists that the run is not known to have caused. */
  readonly notes: readonly string[];
  /** Whether the service stopped answering before the end. */
  readonly isLost: boolean;
}

/** Maximum number of pages of a list that are searched for markers. */
const maxPages = 200;
/** Time in which unanswered creations may still complete after the run was killed, in milliseconds. */
const lateCreationMs = 3_000;

/**
 * Finds and removes what still exists according to a ledger, newest first, and appends the removals to the ledger.
 * Never throws because of a response.
 */
export async function cleanUpLedger(input: CleanLedgerInput): Promise<CleanLedgerResult> {
  const { remains, client, baseUrl, isDry } = input;
  const purges = { ...remains.purges, ...input.purges };
  // A killed run may have left an incomplete last line; new lines must not continue it.
  if (remains.isTorn && !isDry) appendFileSync(input.file, '\n');
  const lines = isDry ? discardedLines : openJsonLines(input.file, 'a');
  if (!isDry) lines.writeNow({ cleaning: new Date(clock.epochMs()).toISOString(), kit: input.kit });
  const meter = createRequestMeter(client, {
    maxRequests: unlimited,
    maxSeconds: unlimited / 1_000,
    signal: input.signal,
    countOwed: () => 0,
  });
  const runLedger = createLedger(lines, { ...remains, purges });
  const site: FinalCleanupContext = {
    meter,
    baseUrl,
    purges,
    runLedger,
    mayDelete: true,
    mayWrite: true,
    cleanup: true,
    model: { collections: remains.collections },
    runMark: remains.head?.runMark ?? '',
    mostPages: maxPages,
    leastMs: input.isFresh ? lateCreationMs : 0,
    isOld: !input.isFresh,
  };
  try {
    return await cleanUpLedgerWith({ ...input, purges }, site);
  } finally {
    runLedger.close();
  }
}

const unlimited = Number.MAX_SAFE_INTEGER / 1_000;

async function cleanUpLedgerWith(input: CleanLedgerInput, site: FinalCleanupContext): Promise<CleanLedgerResult> {
  const { runLedger } = site;
  const { things, doubts } = input.remains;
  const wire = new CaseClient({ ...site.meter, send: site.meter.sendUnmetered }, 'clean');
  const { isDry, client } = input;
  const singles = { wire, holds: runLedger.holds, isDry, redact: client.redact };
  const restored = await restoreLedgerResources(input.remains.holds, singles);
  const ours = things.filter(({ isForeign }) => !isForeign);
  const ledger = runLedger.openScope(ours.map((thing) => replaceUnknownCaller(thing, input)));
  for (const doubt of doubts) ledger.markUncertain(doubt);
  const outcomes = new Map<number, RemovalStatus>();
  if (input.isFresh) await awaitReads(ours, site);
  const looking = await prepareSearch(things, site);
  const find = async (isUnmarked: boolean) => {
    const lost = ledger.listEntries().filter((entry) => entry.path === undefined && isUnmarked === !!entry.isUnmarked);
    await findUnknownOutcomes(lost, ledger, looking);
    const told = new Set(runLedger.leftovers().map(({ path }) => path));
    const isOpen = (entry: LedgerEntry) => ledger.listEntries().includes(entry) || told.has(describePlace(entry));
    for (const entry of lost) if (!isOpen(entry)) outcomes.set(entry.n, 'never created');
  };
  await find(false);
  const standing = ledger.listEntries().filter(({ path }) => path !== undefined);
  const isLost = await removeLedgerItems(standing, ledger, { input, site, outcomes });
  // Items without a marker are searched after the others are removed, because then fewer entries resemble them.
  if (!isLost) await find(true);
  const found = ledger.listEntries().filter((entry) => entry.path !== undefined && !standing.includes(entry));
  await removeLedgerItems(found, ledger, { input, site, outcomes });
  const caused: LedgerEntry[] = [];
  const removeCaused = createCausedRemoval(caused, ledger, { input, site, outcomes });
  const notes = isLost ? [] : await finishCleanup({ ...site, removeCaused }, isDry);
  if (!isLost && !input.isDry) await reportShownItems(input, site);
  const stayed = [
    ...runLedger.leftovers(),
    ...listForeignLeftovers(things),
    ...listUnfinished(ledger, runLedger, isLost, input.isDry),
  ];
  const redactPath = <T extends { readonly path: string }>(one: T): T => ({ ...one, path: client.redact(one.path) });
  return {
    stayed: [...restored.stayed, ...listDistinct(stayed).map((one) => redactLeftover(one, input.client))],
    done: [...restored.done, ...listCleaned(ours, [...standing, ...caused], outcomes, stayed).map(redactPath)],
    notes: notes.map(input.client.redact),
    isLost,
  };
}

/** A dry run only searches what would be removed. */
const finishCleanup = (site: FinalCleanupContext, isDry: boolean): Promise<readonly string[]> =>
  isDry ? searchAllLists({ ...site, leastMs: 0 }) : runFinalCleanup(site);

/** Removes what requests for other addresses caused, each item only if it shows the marker itself when it is read. */
const createCausedRemoval =
  (caused: LedgerEntry[], ledger: LedgerScope, context: RemovalContext): FinalCleanupContext['removeCaused'] =>
  async ({ name, path: at }, items) => {
    const claimed = items.map(({ mark, path }) => ledger.claim(name, mark, path, at));
    caused.push(...claimed);
    await removeLedgerItems(claimed, ledger, context);
  };

/** The latest statement about each item. */
const listDistinct = (stayed: readonly LedgerLeftover[]): LedgerLeftover[] =>
  [
    ...new Map(
      [...stayed].reverse().map((one) => [`${one.path} ${one.count === undefined ? '' : one.why}`, one]),
    ).values(),
  ].reverse();

/** Waits until reads show what was created before the run was killed: until then, an item looks as if it were gone. */
async function awaitReads(
  ours: readonly RemainingItem[],
  { model: { collections } }: FinalCleanupContext,
): Promise<void> {
  const used = collections.filter(({ name }) => ours.some(({ collection }) => collection === name));
  const waitMs = Math.max(0, ...used.map(({ consistency }) => consistency.itemMs));
  if (waitMs > 0) await pause(waitMs);
}

/** Prepares the search for items; what their lists show is found out before the others are removed. */
async function prepareSearch(things: readonly RemainingItem[], site: FinalCleanupContext): Promise<SearchContext> {
  const searching = { ...site, ours: things.flatMap(({ path }) => path ?? []) };
  const showsNewItem = createStandingControl(things, searching);
  const uncertain = new Set(things.filter(({ path }) => path === undefined).map(({ collection }) => collection));
  for (const collection of site.model.collections) if (uncertain.has(collection.name)) await showsNewItem(collection);
  return { ...searching, showsNewItem };
}

/** When a caller has no credentials any more, the default caller is used instead. */
const replaceUnknownCaller = (thing: RemainingItem, { callers }: CleanLedgerInput): LedgerEntry =>
  thing.as === undefined || callers.includes(thing.as) ? thing : { ...thing, as: undefined };

const listForeignLeftovers = (things: readonly RemainingItem[]): LedgerLeftover[] =>
  things
    .filter(({ isForeign }) => isForeign)
    .map(({ count, mayExist, ...thing }) => ({
      path: describePlace(thing),
      why: thing.why ?? 'this run did not create it',
      ...(count !== undefined && { count }),
      ...(mayExist && { mayExist }),
    }));

/** The items that the cleanup did not reach. */
function listUnfinished(ledger: LedgerScope, runLedger: RunLedger, isLost: boolean, isDry: boolean): LedgerLeftover[] {
  if (!isLost && !isDry) return [];
  const waiting = [...runLedger.waiting()].map(([entry, why]) => ({ path: describePlace(entry), why }));
  const untouched = isLost ? ledger.listEntries() : [];
  return [
    ...waiting,
    ...untouched.map((entry) => ({ path: describePlace(entry), why: 'the service no longer answers' })),
  ];
}

const redactLeftover = ({ path, why, ...extent }: LedgerLeftover, { redact }: OpenClient): LedgerLeftover => ({
  ...extent,
  path: redact(path),
  why: redact(why),
});

function listCleaned(
  ours: readonly RemainingItem[],
  standing: readonly LedgerEntry[],
  outcomes: ReadonlyMap<number, RemovalStatus>,
  stayed: readonly LedgerLeftover[],
): { readonly path: string; readonly outcome: RemovalStatus }[] {
  const places = new Set(stayed.map(({ path }) => path));
  const entries = new Map([...ours, ...standing].map((entry) => [entry.n, entry]));
  return [...entries.values()]
    .filter((entry) => !places.has(describePlace(entry)))
    .sort((one, other) => other.n - one.n)
    .map((entry) => ({ path: describePlace(entry), outcome: outcomes.get(entry.n) ?? 'removed' }));
}
