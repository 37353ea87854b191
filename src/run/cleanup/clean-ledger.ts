import { appendFileSync } from 'node:fs';
import type { OpenClient } from '../../http/client.js';
import { type Lines, linesTo } from '../../http/json-lines.js';
import type { Entry, Ledger } from '../../ledger/entry.js';
import { bookOn, type LedgerBook } from '../../ledger/open-ledger.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { Remaining, Remains } from '../../ledger/read-ledger.js';
import { type Meter, meterOf } from '../../limits/request-meter.js';
import { clock } from '../../model/clock.js';
import type { Leftover } from '../../model/result/leftover.js';
import type { Collection } from '../../model/service/subject.js';
import { placedAt } from '../identity/fill-template.js';
import { wireOf } from '../tools/case-client.js';
import { enveloped } from '../tools/envelope.js';
import { until } from '../tools/walk-list.js';
import { type Cleaning, cleanOne, placeOf } from './clean-up.js';
import { type Sweeping, sweep } from './final-cleanup.js';
import { findLost, type Looking } from './find-unknown-outcomes.js';
import { isAbsent } from './remove-item.js';
import { type Ownership, ownershipOf } from './verify-ownership.js';

/** What cleaning up after a run needs. */
export interface ClearInput {
  readonly remains: Remains;
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
export type Fate = 'removed' | 'to be removed' | 'gone already' | 'never made';

/** What came of cleaning up. */
export interface Cleared {
  readonly done: readonly { readonly path: string; readonly fate: Fate }[];
  readonly stayed: readonly Leftover[];
  /** Whether the service fell silent before all was tried. */
  readonly isLost: boolean;
}

/** Most pages of a list that are looked through for marks. */
const mostPages = 200;
/** How long what was never answered may still be made after a kill, in milliseconds. */
const lateMs = 2_500;
/** Things in a row to which nobody answers, after which the service counts as lost. */
const lostAfter = 3;

/** Finds and removes what a ledger says still stands, newest first, and adds to the ledger what it did. Never throws for what a service does. */
export async function clear(input: ClearInput): Promise<Cleared> {
  const { remains, client, baseUrl, isDry } = input;
  const purges = { ...remains.purges, ...input.purges };
  // A kill may have cut the last line off, and what is added must not stand on it.
  if (remains.isTorn && !isDry) appendFileSync(input.file, '\n');
  const lines = isDry ? nowhere : linesTo(input.file, 'a');
  if (!isDry) lines.now({ cleaning: new Date(clock.epochMs()).toISOString(), kit: input.kit });
  const meter = meterOf(client, {
    maxRequests: endless,
    maxSeconds: endless / 1_000,
    signal: input.signal,
    owed: () => 0,
  });
  const site: Sweeping = {
    ...{ meter, baseUrl, purges, mostPages, mayDelete: true, mayWrite: true, cleanup: true },
    collections: remains.collections,
    runMark: remains.head?.runMark ?? '',
    leastMs: input.isFresh ? lateMs : 0,
  };
  const book = bookOn(lines, { purges, known: remains.known, lastN: remains.lastN, borne: remains.borne });
  try {
    return await clearWith({ ...input, purges }, site, book);
  } finally {
    book.close();
  }
}

const endless = Number.MAX_SAFE_INTEGER / 1_000;
const nowhere: Lines = { now() {}, soon() {}, trouble: () => undefined, close() {} };

async function clearWith(input: ClearInput, site: Sweeping, book: LedgerBook): Promise<Cleared> {
  const { things, doubts } = input.remains;
  const ours = things.filter(({ isForeign }) => !isForeign);
  const ledger = book.page(ours.map((thing) => playable(thing, input)));
  for (const doubt of doubts) ledger.doubt(doubt);
  const fates = new Map<number, Fate>();
  const looking: Looking = {
    ...site,
    mostPages,
    leastMs: site.leastMs ?? 0,
    ours: things.flatMap(({ path }) => path ?? []),
  };
  const find = async (isUnmarked: boolean) => {
    const lost = ledger.standing().filter((entry) => entry.path === undefined && isUnmarked === !!entry.isUnmarked);
    await findLost(lost, ledger, looking);
    const told = new Set(book.leftovers().map(({ path }) => path));
    const isOpen = (entry: Entry) => ledger.standing().includes(entry) || told.has(placeOf(entry));
    for (const entry of lost) if (!isOpen(entry)) fates.set(entry.n, 'never made');
  };
  await find(false);
  const standing = ledger.standing().filter(({ path }) => path !== undefined);
  const isLost = await removeAll(standing, ledger, { input, site, book, fates });
  // What carries no mark is told from the rest once the rest is gone.
  if (!isLost) await find(true);
  const found = ledger.standing().filter((entry) => entry.path !== undefined && !standing.includes(entry));
  await removeAll(found, ledger, { input, site, book, fates });
  if (!isLost && !input.isDry) await sweep(site, book);
  const stayed = [...book.leftovers(), ...foreignIn(things), ...unfinished(ledger, book, isLost, input.isDry)];
  return { stayed: stayed.map((one) => shown(one, input.client)), done: doneOf(ours, standing, fates, stayed), isLost };
}

interface Stage {
  readonly input: ClearInput;
  readonly site: Sweeping;
  readonly book: LedgerBook;
  readonly fates: Map<number, Fate>;
}

/** Removes what is ours; gives whether the service fell silent on the way, or nobody wants to wait for it. */
async function removeAll(standing: readonly Entry[], ledger: Ledger, stage: Stage): Promise<boolean> {
  let silent = 0;
  for (const entry of standing) {
    if (stage.input.signal?.aborted) return true;
    const isAnswered = await removeOne(entry, ledger, stage);
    silent = isAnswered ? 0 : silent + 1;
    if (silent >= lostAfter) return true;
  }
  return false;
}

/** Removes one thing where it is ours; gives whether it was answered. */
async function removeOne(entry: Entry, ledger: Ledger, { input, site, book, fates }: Stage): Promise<boolean> {
  const template = site.collections.find(({ name }) => name === entry.collection);
  const collection = template && placedAt(template, entry.at);
  const ownership = collection ? await lookAt(entry, collection, site, input.purges) : ({ is: 'ours' } as const);
  if (ownership.is === 'gone') {
    fates.set(entry.n, 'gone already');
    ledger.gone(entry);
  } else if (ownership.is === 'unanswered') {
    ledger.later(entry, ownership.why);
    return false;
  } else if (ownership.is !== 'ours') ledger.stays(entry, placeOf(entry), adviceFor(ownership, entry, input));
  else if (input.isDry) fates.set(entry.n, 'to be removed');
  else await remove(entry, collection, ledger, { site, book });
  return true;
}

const lookAt = (entry: Entry, collection: Collection, { meter }: Sweeping, purges: Purges): Promise<Ownership> => {
  const wire = enveloped(wireOf(readingOf(meter), 'clean'), collection);
  return ownershipOf(entry, collection, purges[collection.name] !== undefined, wire.ask);
};

/** Whoever fell silent is asked again at the end, and ends nothing before. */
const readingOf = (meter: Meter): Meter => ({ ...meter, send: meter.sendUnmetered });

/** Removes it, and looks whether it is gone: an answer is only a word. */
async function remove(
  entry: Entry,
  collection: Collection | undefined,
  ledger: Ledger,
  { site, book }: Pick<Stage, 'site' | 'book'>,
): Promise<void> {
  await cleanOne(entry, ledger, site as Cleaning);
  const isSaid = !book.waiting().has(entry) && !book.leftovers().some(({ path }) => path === placeOf(entry));
  if (!isSaid || !collection?.read || collection.deletion.mode === 'soft') return;
  const look = () => isAbsent(entry, collection, site.meter);
  const isGone = await until(look, (is) => is, Math.max(collection.consistency.itemMs, goneMs));
  if (!isGone) ledger.stays(entry, placeOf(entry), stillThere);
}

/** Least time in which reads may still show what was removed, in milliseconds. */
const goneMs = 500;

const stillThere =
  'DELETE was answered as if it were gone, and GET still shows it; where that is a tombstone, say resources[].delete.mode: soft, and resources[].purge for what removes it for good';

/** Who cannot be played any more is stood in for by the usual caller. */
const playable = (thing: Remaining, { callers }: ClearInput): Entry =>
  thing.as === undefined || callers.includes(thing.as) ? thing : { ...thing, as: undefined };

function adviceFor(ownership: Ownership, { as }: Entry, { remains, callers }: ClearInput): string {
  if (!('why' in ownership)) return '';
  if (ownership.is !== 'barred') return ownership.why;
  const name = as ?? 'full';
  const { fields = [], from = [] } = remains.head?.callers.find((caller) => caller.name === name) ?? {};
  const credentials = from.length > 0 ? ` (${[...fields, ...from].join(', ')})` : '';
  const missing = callers.includes(name) ? '' : ', whom nobody knows here';
  return `${ownership.why}: it was made by the caller "${name}"${missing}; give the credentials of the run again${credentials}`;
}

const foreignIn = (things: readonly Remaining[]): Leftover[] =>
  things
    .filter(({ isForeign }) => isForeign)
    .map((thing) => ({ path: placeOf(thing), why: thing.why ?? 'it is not ours' }));

/** What nobody came to. */
function unfinished(ledger: Ledger, book: LedgerBook, isLost: boolean, isDry: boolean): Leftover[] {
  if (!isLost && !isDry) return [];
  const waiting = [...book.waiting()].map(([entry, why]) => ({ path: placeOf(entry), why }));
  const untouched = isLost ? ledger.standing() : [];
  return [...waiting, ...untouched.map((entry) => ({ path: placeOf(entry), why: 'the service no longer answers' }))];
}

const shown = ({ path, why }: Leftover, { redact }: OpenClient): Leftover => ({ path: redact(path), why: redact(why) });

function doneOf(
  ours: readonly Remaining[],
  standing: readonly Entry[],
  fates: ReadonlyMap<number, Fate>,
  stayed: readonly Leftover[],
): Cleared['done'] {
  const places = new Set(stayed.map(({ path }) => path));
  const entries = new Map([...ours, ...standing].map((entry) => [entry.n, entry]));
  return [...entries.values()]
    .filter((entry) => !places.has(placeOf(entry)))
    .sort((one, other) => other.n - one.n)
    .map((entry) => ({ path: placeOf(entry), fate: fates.get(entry.n) ?? 'removed' }));
}
