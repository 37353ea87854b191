import type { LedgerEntry } from '../../ledger/entry.js';
import { findSentText, hasSimilarDigests, type SentTexts } from '../../ledger/markers.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import type { RefusedBody } from '../../ledger/places.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { pause } from '../../model/clock.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { Collection } from '../../model/service/subject.js';
import { countBy } from '../../model/values/group-by.js';
import { getLastSegment, readEntryAddress, readIdFromPath } from '../items/item-address.js';
import type { CausedItem, FinalCleanupContext } from './clean-up.js';
import { goneWindowMs } from './read-item.js';
import {
  identifyEntry,
  listReadable,
  listViews,
  type ReadArray,
  type ReadableList,
  readArrays,
  toArrays,
} from './record-lists.js';
import { countEntries, formatEntries, nameSome } from './search-list.js';

/** Maximum number of pages of a list in which the run created nothing. */
const maxPages = 20;
/** Maximum number of new entries whose content is compared with that of refused creations. */
const maxCompared = 200;

interface CausedEntry {
  readonly id: string;
  readonly entry: Json;
  /** The marker that it shows; undefined where only its content resembles a refused creation. */
  readonly mark: string | undefined;
  /**
   * An item was not there before, and a member has a text that the run sent; what is possible may be an item of the run; a mention
   * names the run in another text: log entries, and items of others.
   */
  readonly kind: 'item' | 'possible' | 'mention';
}

/** What the run caused in one array of a list. */
interface Finding {
  readonly path: string;
  readonly array: ReadArray;
  readonly caused: readonly CausedEntry[];
}

/**
 * Searches every list that can be read for what the run caused there without creating it: side effects of its requests,
 * and what refused creations stored elsewhere. Lists that were just read are not read again, unless they show something:
 * only what a second reading shows is reported. Resolves to notes about entries that only mention the run.
 */
export async function searchAllLists(site: FinalCleanupContext): Promise<readonly string[]> {
  if (site.meter.end()?.cause === 'no-answer' || site.runLedger.listUsedPlaces().length === 0) return [];
  const lists = listReadable(site.model.collections, listViews(site.runLedger));
  const searched = await mapAtOnce(lists, site.maxAtOnce ?? 1, async (list) => {
    const found = await searchOne(list, site);
    // It is marked again where something is left.
    site.runLedger.resolveUncertain({ collection: '', at: list.path });
    return found;
  });
  const findings = searched.flatMap((found): readonly Finding[] => found.findings);
  const notes = searched.flatMap((found) => found.notes);
  const own = findings.filter(({ array }) => array.collection !== undefined);
  const items = own.flatMap(({ caused }) => caused.filter(({ kind }) => kind !== 'mention'));
  const shown = new Set(items.map(({ id }) => id));
  // An address may show the items of a collection.
  const isOther = ({ id, entry, kind }: CausedEntry) =>
    kind === 'mention' ||
    (!shown.has(id) && !(isObject(entry) && Object.values(entry).some((value) => shown.has(String(value)))));
  for (const finding of own) await reportFinding(finding, site);
  for (const finding of findings.filter(({ array }) => array.collection === undefined))
    await reportFinding({ ...finding, caused: finding.caused.filter(isOther) }, site);
  for (const { path, caused } of findings) {
    const mentions = caused.filter(({ kind }) => kind === 'mention');
    const what = `${countEntries(mentions)} ${mentions.length === 1 ? 'mentions' : 'mention'} the run`;
    const why = 'a log or an item of others is no item of the run, so it is left alone';
    if (mentions.length > 0) notes.push(`${path}: ${what}; ${why}`);
  }
  return notes;
}

async function searchOne(list: ReadableList, site: FinalCleanupContext) {
  const { collection, path } = list;
  const again = { ...site, mostPages: Math.min(site.mostPages, maxPages), lastRead: undefined };
  const traces = collectTraces(site);
  const known = collection && site.lastRead?.get(path);
  const first = known ? toArrays(path, known) : await readArrays(list, again);
  const part = first.find((array) => array.collection !== undefined && !array.isWhole && array.entries.length > 0);
  // Of a list in which the run created something, that is said already.
  const isSaid = site.runLedger.listUsedPlaces().some(({ at }) => at === path);
  const about = 'whether requests of the run left something there is known only for';
  const notes = part && !isSaid ? [`${path}: ${about} ${formatEntries(part.entries.length)}`] : [];
  const seen = new Set(first.flatMap((array) => classifyEntries(array, traces).map(({ id }) => `${array.key} ${id}`)));
  if (seen.size === 0) return { findings: [], notes };
  await pause(Math.max(goneWindowMs, collection?.consistency.listMs ?? 0));
  const findings = (await readArrays(list, known ? site : again)).map((array): Finding => {
    const caused = classifyEntries(array, traces).filter(({ id }) => seen.has(`${array.key} ${id}`));
    return { path, array, caused };
  });
  return { findings: findings.filter(({ caused }) => caused.length > 0), notes };
}

/** What is known about a run when its traces are searched. */
interface RunTraces {
  readonly runMark: string;
  readonly runLedger: RunLedger;
  readonly scope: LedgerScope;
  readonly sent: SentTexts;
  readonly refused: readonly RefusedBody[];
  /** Items of the run that are left. */
  readonly left: readonly LedgerEntry[];
  /** The addresses of what is left. */
  readonly paths: ReadonlySet<string>;
  /** The collections in which the run sent creations. */
  readonly used: ReadonlySet<string>;
}

function collectTraces({ runMark, runLedger }: FinalCleanupContext): RunTraces {
  const left = [...runLedger.listLeftoverEntries(), ...runLedger.waiting().keys()];
  const places = runLedger.listUsedPlaces();
  return {
    runMark,
    runLedger,
    scope: runLedger.openScope(),
    sent: runLedger.listSentTexts(),
    refused: places.flatMap(({ refusedBodies }) => refusedBodies),
    left,
    paths: new Set([...left.flatMap(({ path }) => path ?? []), ...runLedger.leftovers().map(({ path }) => path)]),
    used: new Set(places.map((place) => place.collection)),
  };
}

/**
 * Sorts the entries of an array by what connects them with the run. Where more entries show a marker than the run sent, they
 * are no items: a log has an entry for each event.
 */
function classifyEntries(array: ReadArray, traces: RunTraces): CausedEntry[] {
  const { collection } = array;
  const before = traces.runLedger.getExisting(array.key);
  const old = new Set(before?.ids);
  // Clients may change or remove entries of such an array: it is no log, and a text in another member may be that of an item.
  const isChangeable =
    collection !== undefined &&
    !traces.used.has(collection.name) &&
    (collection.remove ?? collection.replace ?? collection.patch) !== undefined;
  const open = array.entries
    .map((entry) => readEntry(entry, array, traces))
    .filter((one) => !isKnown(one, array, traces));
  const isMarked = (one: NamedEntry) =>
    one.mark !== undefined && !old.has(one.id) && (one.isSameMember || isChangeable);
  const marked = open.filter(isMarked);
  const counts = countBy(marked, ({ mark }) => mark);
  const isLog = marked.some(({ mark, lines }) => (counts.get(mark) ?? 0) > lines);
  const as = (entries: readonly NamedEntry[], kind: CausedEntry['kind']): CausedEntry[] =>
    entries.map(({ id, entry, mark }) => ({ id, entry, mark, kind }));
  const named = open.filter((one) => one.isNamed && (isLog || !isMarked(one)));
  const mentions = as(named, 'mention');
  if (isLog) return mentions;
  // The ids before and now can be compared only if they are read in the same place.
  const pointer = collection && before?.pointer;
  const isComparable = pointer === undefined || pointer === collection?.id.pointer;
  if (before?.isWhole !== true || !isComparable) return [...as(marked, 'possible'), ...mentions];
  const plain = open.filter(({ id, isNamed }) => !isNamed && !old.has(id)).slice(0, maxCompared);
  const own = marked.filter(({ isSameMember }) => isSameMember);
  const others = marked.filter(({ isSameMember }) => !isSameMember);
  const similar = plain.filter(({ entry }) => resemblesRefused(entry, traces.refused));
  return [...as(own, 'item'), ...as([...others, ...similar], 'possible'), ...mentions];
}

/** Whether an entry may be what a refused creation stored. What was stored of an object without members has none of those that the run sends. */
function resemblesRefused(entry: Json, refused: readonly RefusedBody[]): boolean {
  const names = new Set(refused.flatMap(({ prints }) => Object.keys(prints)));
  const isBare = [...names].every((pointer) => getAtPointer(entry, pointer) === undefined);
  return refused.some(({ prints, mark }) =>
    Object.keys(prints).length === 0 ? isBare : hasSimilarDigests(entry, prints, mark),
  );
}

type NamedEntry = ReturnType<typeof readEntry>;

/** Reads the id of an entry, whether it has a marker of the run anywhere, and the text that the run sent. */
function readEntry(entry: Json, array: ReadArray, { runMark, sent }: RunTraces) {
  const isNamed = JSON.stringify(entry).toLowerCase().includes(`assay-${runMark}-`);
  const { mark, lines = 0, isSameMember = false } = (isNamed && findSentText(entry, runMark, sent)) || {};
  return { id: identifyEntry(entry, array), entry, isNamed, mark, lines, isSameMember };
}

/** Whether an entry is known as an item of the run, so that it is reported elsewhere. */
function isKnown({ entry, id, mark }: NamedEntry, { collection }: ReadArray, traces: RunTraces): boolean {
  const { runMark, runLedger, scope, paths, left } = traces;
  // Another list may show an item of the run that is left and reported.
  if (collection === undefined) return left.some((one) => one.mark === mark && getLastSegment(one.path ?? '') === id);
  const path = readEntryAddress(collection, entry)?.path;
  const isListed = path !== undefined && (paths.has(path) || runLedger.removed(collection.name).has(path));
  return isListed || scope.findMarker(entry, collection, runMark) !== undefined;
}

/** Reports what the run caused; `assay clean` removes what certainly is an item of the run, where that is possible. */
async function reportFinding(
  { path, array, caused }: Finding,
  { removeCaused, purges, runLedger }: FinalCleanupContext,
): Promise<void> {
  const { collection, key } = array;
  const items = caused.filter(({ kind }) => kind === 'item');
  const possible = caused.filter(({ kind }) => kind === 'possible');
  const isRemovable = collection?.remove !== undefined || purges?.[collection?.name ?? ''] !== undefined;
  const isRemoved = removeCaused !== undefined && collection !== undefined && isRemovable;
  const place = collection ? 'the list' : `the part ${key.slice(key.indexOf('#') + 1) || '/'} of the response`;
  const report = (some: readonly CausedEntry[], what: string, extent: { readonly mayExist?: true }) => {
    const names = some.map(({ id, entry }) => (collection && readEntryAddress(collection, entry)?.path) ?? id);
    const why = `${place} has ${countEntries(some)} ${what}: ${nameSome(names)}`;
    if (some.length > 0) runLedger.reportLeftover({ path, why, count: some.length, ...extent });
  };
  if (isRemoved) await removeCaused(collection, listAddresses(collection, items));
  else report(items, 'with the marker of the run that requests for other addresses caused', {});
  const resemble = possible.length === 1 ? 'resembles' : 'resemble';
  report(possible, `that ${resemble} what the run sent, and may be of the run`, { mayExist: true });
  if ((isRemoved ? 0 : items.length) + possible.length > 0)
    runLedger.openScope().markUncertain({ collection: collection?.name ?? '', at: path });
}

/** The addresses that contain the own ids of items. */
const listAddresses = (collection: Collection, items: readonly CausedEntry[]): CausedItem[] =>
  items.flatMap(({ entry, mark = '' }) => {
    const address = readEntryAddress(collection, entry);
    const isOwn = address !== undefined && readIdFromPath(collection, address.path) === address.id;
    return isOwn ? [{ mark, path: address.path }] : [];
  });
