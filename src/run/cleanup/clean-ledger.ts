import { appendFileSync } from 'node:fs';
import type { OpenClient } from '../../http/client.js';
import { discardedLines, openJsonLines } from '../../http/json-lines.js';
import type { LedgerEntry } from '../../ledger/entry.js';
import { createLedger, type RunLedger } from '../../ledger/open-ledger.js';
import type { RemainingItem } from '../../ledger/read-ledger.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { createRequestMeter } from '../../limits/request-meter.js';
import { clock, pause } from '../../model/clock.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import { CaseClient } from '../items/case-client.js';
import { type RestoredResources, restoreLedgerResources } from '../singles/restore-resource.js';
import { describePlace, type FinalCleanupContext } from './clean-up.js';
import { runFinalCleanup } from './final-cleanup.js';
import { createStandingControl } from './list-control.js';
import { type RemovalInput, type RemovalStatus, removeLedgerItems, reportEndedItems } from './remove-ledger-items.js';
import { searchAllLists } from './search-all-lists.js';
import { findUnknownOutcomes } from './unknown-outcomes.js';

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
    isOfEarlierRun: true,
  };
  try {
    return await cleanUpLedgerWith({ ...input, purges }, site);
  } finally {
    runLedger.close();
  }
}

const unlimited = Number.MAX_SAFE_INTEGER / 1_000;

async function cleanUpLedgerWith(input: CleanLedgerInput, site: FinalCleanupContext): Promise<CleanLedgerResult> {
  const { runLedger, meter, model } = site;
  const { isDry, client, remains, callers } = input;
  const { things, doubts } = remains;
  const wire = new CaseClient({ ...meter, send: meter.sendUnmetered }, 'clean');
  const singles = { wire, holds: runLedger.holds, isDry, redact: client.redact };
  const restored = await restoreLedgerResources(remains.holds, singles);
  const ours = things.filter(({ isForeign }) => !isForeign);
  // When a caller has no credentials any more, the default caller is used instead.
  const isKnown = ({ as }: LedgerEntry) => as === undefined || callers.includes(as);
  const ledger = runLedger.openScope(ours.map((thing) => (isKnown(thing) ? thing : { ...thing, as: undefined })));
  for (const doubt of doubts) ledger.markUncertain(doubt);
  const outcomes = new Map<number, RemovalStatus>();
  const stage = { input, site, outcomes };
  if (input.isFresh) await awaitReads(ours, model);
  const looking = { ...site, ours: things.flatMap(({ path }) => path ?? []) };
  const showsNewItem = createStandingControl(things, looking);
  // What lists show is found out before items are removed.
  const uncertain = new Set(things.filter(({ path }) => path === undefined).map(({ collection }) => collection));
  for (const collection of model.collections) if (uncertain.has(collection.name)) await showsNewItem(collection);
  const find = async (isUnmarked: boolean) => {
    const lost = ledger.listEntries().filter((entry) => entry.path === undefined && isUnmarked === !!entry.isUnmarked);
    await findUnknownOutcomes(lost, ledger, { ...looking, showsNewItem });
    const told = new Set(runLedger.leftovers().map(({ path }) => path));
    const left = new Set(ledger.listEntries());
    for (const entry of lost)
      if (!left.has(entry) && !told.has(describePlace(entry))) outcomes.set(entry.n, 'never created');
  };
  await find(false);
  const standing = ledger.listEntries().filter(({ path }) => path !== undefined);
  const isLost = await removeLedgerItems(standing, ledger, stage);
  // Items without a marker are searched after the others are removed, because then fewer entries resemble them.
  if (!isLost) await find(true);
  const found = ledger.listEntries().filter((entry) => entry.path !== undefined && !standing.includes(entry));
  await removeLedgerItems(found, ledger, stage);
  const caused: LedgerEntry[] = [];
  /** Removes what requests for other addresses caused, each item only if it shows the marker itself when it is read. */
  const removeCaused: FinalCleanupContext['removeCaused'] = async ({ name, path: at }, items) => {
    const claimed = items.map(({ mark, path }) => ledger.claim(name, mark, path, at));
    caused.push(...claimed);
    await removeLedgerItems(claimed, ledger, stage);
  };
  const finish = isDry ? searchAllLists : runFinalCleanup;
  const notes = isLost ? [] : await finish({ ...site, removeCaused });
  if (!isLost && !isDry) await reportEndedItems(remains, site);
  const stayed = listStayed(things, ledger, runLedger, { isLost, isDry });
  const places = new Set(stayed.map(({ path }) => path));
  const treated = new Map([...ours, ...standing, ...caused].map((entry) => [entry.n, entry]));
  const cleaned = [...treated.values()].filter((entry) => !places.has(describePlace(entry)));
  const done = cleaned
    .sort((one, other) => other.n - one.n)
    .map((entry) => ({ path: client.redact(describePlace(entry)), outcome: outcomes.get(entry.n) ?? 'removed' }));
  const redact = (one: LedgerLeftover) => ({ ...one, path: client.redact(one.path), why: client.redact(one.why) });
  return {
    stayed: [...restored.stayed, ...stayed.map(redact)],
    done: [...restored.done, ...done],
    notes: notes.map(client.redact),
    isLost,
  };
}

/** Waits until reads show what was created before the run was killed: until then, an item looks as if it were gone. */
async function awaitReads(ours: readonly RemainingItem[], { collections }: FinalCleanupContext['model']) {
  const used = collections.filter(({ name }) => ours.some(({ collection }) => collection === name));
  const waits = used.map(({ read, consistency: { itemMs, listMs }, listedAfterMs }) =>
    read ? itemMs : Math.max(listMs, Number(listedAfterMs) || 0),
  );
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) await pause(waitMs);
}

/** What is left: items of others among those of the ledger, and the items that the cleanup did not reach. The latest statement about each. */
function listStayed(
  things: readonly RemainingItem[],
  ledger: LedgerScope,
  runLedger: RunLedger,
  { isLost, isDry }: Pick<CleanLedgerResult, 'isLost'> & Pick<CleanLedgerInput, 'isDry'>,
): LedgerLeftover[] {
  const foreign = things.filter(({ isForeign }) => isForeign);
  const waiting = isLost || isDry ? [...runLedger.waiting()] : [];
  const untouched = isLost ? ledger.listEntries() : [];
  const stayed: readonly LedgerLeftover[] = [
    ...runLedger.leftovers(),
    ...foreign.map(({ count, mayExist, ...thing }) => ({
      path: describePlace(thing),
      why: thing.why ?? 'this run did not create it',
      ...(count !== undefined && { count }),
      ...(mayExist && { mayExist }),
    })),
    ...waiting.map(([entry, why]) => ({ path: describePlace(entry), why })),
    ...untouched.map((entry) => ({ path: describePlace(entry), why: 'the service no longer answers' })),
  ];
  const latestFirst = [...stayed].reverse();
  const byKey = latestFirst.map((one) => [`${one.path} ${one.count === undefined ? '' : one.why}`, one] as const);
  return [...new Map(byKey).values()].reverse();
}
