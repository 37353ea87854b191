import { appendFileSync } from 'node:fs';
import type { OpenClient } from '../../http/client.js';
import { type JsonLines, openJsonLines } from '../../http/json-lines.js';
import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { createLedger, type RunLedger } from '../../ledger/open-ledger.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { LedgerContent, RemainingItem } from '../../ledger/read-ledger.js';
import { createRequestMeter, type RequestMeter } from '../../limits/request-meter.js';
import { clock } from '../../model/clock.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { Collection } from '../../model/service/subject.js';
import { fillCollectionTemplate } from '../identity/fill-template.js';
import { createCaseClient } from '../tools/case-client.js';
import { createEnvelopeClient } from '../tools/envelope.js';
import { pollUntil } from '../tools/walk-list.js';
import { type CleanupContext, cleanOne, describePlace } from './clean-up.js';
import { type FinalCleanupContext, runFinalCleanup } from './final-cleanup.js';
import { findUnknownOutcomes, type SearchContext } from './find-unknown-outcomes.js';
import { isAbsent } from './remove-item.js';
import { type Ownership, verifyOwnership } from './verify-ownership.js';

/** What cleaning up after a run needs. */
export interface CleanLedgerInput {
  readonly remains: LedgerContent;
  /** The ledger, to which is added what is done. */
  readonly file: string;
  readonly kit: string;
  readonly client: OpenClient;
  readonly baseUrl: string;
  /** What the profile says now of purging; over what the ledger says. */
  readonly purges: Purges;
  /** Names of the callers who can be played. */
  readonly callers: readonly string[];
  /** Only tells what would be done. */
  readonly isDry: boolean;
  /** Whether the service may still be busy with what was asked for last. */
  readonly isFresh: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What came of one thing. */
export type RemovalStatus = 'removed' | 'to be removed' | 'gone already' | 'never made';

/** What came of cleaning up. */
export interface CleanLedgerResult {
  readonly done: readonly { readonly path: string; readonly fate: RemovalStatus }[];
  readonly stayed: readonly LedgerLeftover[];
  /** Whether the service fell silent before all was tried. */
  readonly isLost: boolean;
}

/** Most pages of a list that are looked through for marks. */
const maxPages = 200;
/** How long what was never answered may still be made after a kill, in milliseconds. */
const lateCreationMs = 2_500;
/** Things in a row to which nobody answers, after which the service counts as lost. */
const maxUnansweredRemovals = 3;

/** Finds and removes what a ledger says still stands, newest first, and adds to the ledger what it did. Never throws for what a service does. */
export async function cleanUpLedger(input: CleanLedgerInput): Promise<CleanLedgerResult> {
  const { remains, client, baseUrl, isDry } = input;
  const purges = { ...remains.purges, ...input.purges };
  // A kill may have cut the last line off, and what is added must not stand on it.
  if (remains.isTorn && !isDry) appendFileSync(input.file, '\n');
  const lines = isDry ? nullLines : openJsonLines(input.file, 'a');
  if (!isDry) lines.writeNow({ cleaning: new Date(clock.epochMs()).toISOString(), kit: input.kit });
  const meter = createRequestMeter(client, {
    maxRequests: unlimited,
    maxSeconds: unlimited / 1_000,
    signal: input.signal,
    countOwed: () => 0,
  });
  const site: FinalCleanupContext = {
    ...{ meter, baseUrl, purges, mostPages: maxPages, mayDelete: true, mayWrite: true, cleanup: true },
    collections: remains.collections,
    runMark: remains.head?.runMark ?? '',
    leastMs: input.isFresh ? lateCreationMs : 0,
  };
  const book = createLedger(lines, { purges, known: remains.known, lastN: remains.lastN, borne: remains.borne });
  try {
    return await cleanUpLedgerWith({ ...input, purges }, site, book);
  } finally {
    book.close();
  }
}

const unlimited = Number.MAX_SAFE_INTEGER / 1_000;
const nullLines: JsonLines = { writeNow() {}, writeSoon() {}, getProblem: () => undefined, close() {} };

async function cleanUpLedgerWith(
  input: CleanLedgerInput,
  site: FinalCleanupContext,
  book: RunLedger,
): Promise<CleanLedgerResult> {
  const { things, doubts } = input.remains;
  const ours = things.filter(({ isForeign }) => !isForeign);
  const ledger = book.openScope(ours.map((thing) => replaceUnknownCaller(thing, input)));
  for (const doubt of doubts) ledger.markUncertain(doubt);
  const fates = new Map<number, RemovalStatus>();
  const looking: SearchContext = {
    ...site,
    mostPages: maxPages,
    leastMs: site.leastMs ?? 0,
    ours: things.flatMap(({ path }) => path ?? []),
  };
  const find = async (isUnmarked: boolean) => {
    const lost = ledger.listEntries().filter((entry) => entry.path === undefined && isUnmarked === !!entry.isUnmarked);
    await findUnknownOutcomes(lost, ledger, looking);
    const told = new Set(book.leftovers().map(({ path }) => path));
    const isOpen = (entry: LedgerEntry) => ledger.listEntries().includes(entry) || told.has(describePlace(entry));
    for (const entry of lost) if (!isOpen(entry)) fates.set(entry.n, 'never made');
  };
  await find(false);
  const standing = ledger.listEntries().filter(({ path }) => path !== undefined);
  const isLost = await removeItems(standing, ledger, { input, site, book, fates });
  // What carries no mark is told from the rest once the rest is gone.
  if (!isLost) await find(true);
  const found = ledger.listEntries().filter((entry) => entry.path !== undefined && !standing.includes(entry));
  await removeItems(found, ledger, { input, site, book, fates });
  if (!isLost && !input.isDry) await runFinalCleanup(site, book);
  const stayed = [
    ...book.leftovers(),
    ...listForeignLeftovers(things),
    ...listUnfinished(ledger, book, isLost, input.isDry),
  ];
  return {
    stayed: stayed.map((one) => redactLeftover(one, input.client)),
    done: listCleaned(ours, standing, fates, stayed),
    isLost,
  };
}

interface CleanContext {
  readonly input: CleanLedgerInput;
  readonly site: FinalCleanupContext;
  readonly book: RunLedger;
  readonly fates: Map<number, RemovalStatus>;
}

/** Removes what is ours; gives whether the service fell silent on the way, or nobody wants to wait for it. */
async function removeItems(
  standing: readonly LedgerEntry[],
  ledger: LedgerScope,
  stage: CleanContext,
): Promise<boolean> {
  let silent = 0;
  for (const entry of standing) {
    if (stage.input.signal?.aborted) return true;
    const isAnswered = await removeIfOwned(entry, ledger, stage);
    silent = isAnswered ? 0 : silent + 1;
    if (silent >= maxUnansweredRemovals) return true;
  }
  return false;
}

/** Removes one thing where it is ours; gives whether it was answered. */
async function removeIfOwned(
  entry: LedgerEntry,
  ledger: LedgerScope,
  { input, site, book, fates }: CleanContext,
): Promise<boolean> {
  const template = site.collections.find(({ name }) => name === entry.collection);
  const collection = template && fillCollectionTemplate(template, entry.at);
  const ownership = collection
    ? await checkOwnership(entry, collection, site, input.purges)
    : ({ is: 'ours' } as const);
  if (ownership.is === 'gone') {
    fates.set(entry.n, 'gone already');
    ledger.recordGone(entry);
  } else if (ownership.is === 'unanswered') {
    ledger.postpone(entry, ownership.why);
    return false;
  } else if (ownership.is !== 'ours')
    ledger.recordLeftover(entry, describePlace(entry), adviseRemoval(ownership, entry, input));
  else if (input.isDry) fates.set(entry.n, 'to be removed');
  else await removeAndVerify(entry, collection, ledger, { site, book });
  return true;
}

const checkOwnership = (
  entry: LedgerEntry,
  collection: Collection,
  { meter }: FinalCleanupContext,
  purges: Purges,
): Promise<Ownership> => {
  const wire = createEnvelopeClient(createCaseClient(bypassBudget(meter), 'clean'), collection);
  return verifyOwnership(entry, collection, purges[collection.name] !== undefined, wire.trySend);
};

/** Whoever fell silent is asked again at the end, and ends nothing before. */
const bypassBudget = (meter: RequestMeter): RequestMeter => ({ ...meter, send: meter.sendUnmetered });

/** Removes it, and looks whether it is gone: an answer is only a word. */
async function removeAndVerify(
  entry: LedgerEntry,
  collection: Collection | undefined,
  ledger: LedgerScope,
  { site, book }: Pick<CleanContext, 'site' | 'book'>,
): Promise<void> {
  await cleanOne(entry, ledger, site as CleanupContext);
  const isSaid = !book.waiting().has(entry) && !book.leftovers().some(({ path }) => path === describePlace(entry));
  if (!isSaid || !collection?.read || collection.deletion.mode === 'soft') return;
  const look = () => isAbsent(entry, collection, site.meter);
  const isGone = await pollUntil(look, (is) => is, Math.max(collection.consistency.itemMs, goneWindowMs));
  if (!isGone) ledger.recordLeftover(entry, describePlace(entry), stillThereMessage);
}

/** Least time in which reads may still show what was removed, in milliseconds. */
const goneWindowMs = 500;

const stillThereMessage =
  'DELETE was answered as if it were gone, and GET still shows it; where that is a tombstone, say resources[].delete.mode: soft, and resources[].purge for what removes it for good';

/** Who cannot be played any more is stood in for by the usual caller. */
const replaceUnknownCaller = (thing: RemainingItem, { callers }: CleanLedgerInput): LedgerEntry =>
  thing.as === undefined || callers.includes(thing.as) ? thing : { ...thing, as: undefined };

function adviseRemoval(ownership: Ownership, { as }: LedgerEntry, { remains, callers }: CleanLedgerInput): string {
  if (!('why' in ownership)) return '';
  if (ownership.is !== 'barred') return ownership.why;
  const name = as ?? 'full';
  const { fields = [], from = [] } = remains.head?.callers.find((caller) => caller.name === name) ?? {};
  const credentials = from.length > 0 ? ` (${[...fields, ...from].join(', ')})` : '';
  const missing = callers.includes(name) ? '' : ', whom nobody knows here';
  return `${ownership.why}: it was made by the caller "${name}"${missing}; give the credentials of the run again${credentials}`;
}

const listForeignLeftovers = (things: readonly RemainingItem[]): LedgerLeftover[] =>
  things
    .filter(({ isForeign }) => isForeign)
    .map((thing) => ({ path: describePlace(thing), why: thing.why ?? 'it is not ours' }));

/** What nobody came to. */
function listUnfinished(ledger: LedgerScope, book: RunLedger, isLost: boolean, isDry: boolean): LedgerLeftover[] {
  if (!isLost && !isDry) return [];
  const waiting = [...book.waiting()].map(([entry, why]) => ({ path: describePlace(entry), why }));
  const untouched = isLost ? ledger.listEntries() : [];
  return [
    ...waiting,
    ...untouched.map((entry) => ({ path: describePlace(entry), why: 'the service no longer answers' })),
  ];
}

const redactLeftover = ({ path, why }: LedgerLeftover, { redact }: OpenClient): LedgerLeftover => ({
  path: redact(path),
  why: redact(why),
});

function listCleaned(
  ours: readonly RemainingItem[],
  standing: readonly LedgerEntry[],
  fates: ReadonlyMap<number, RemovalStatus>,
  stayed: readonly LedgerLeftover[],
): CleanLedgerResult['done'] {
  const places = new Set(stayed.map(({ path }) => path));
  const entries = new Map([...ours, ...standing].map((entry) => [entry.n, entry]));
  return [...entries.values()]
    .filter((entry) => !places.has(describePlace(entry)))
    .sort((one, other) => other.n - one.n)
    .map((entry) => ({ path: describePlace(entry), fate: fates.get(entry.n) ?? 'removed' }));
}
