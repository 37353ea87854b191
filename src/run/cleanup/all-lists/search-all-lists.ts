import { pause } from '../../../model/clock.js';
import { isObject, type Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { readEntryAddress, readIdFromPath } from '../../items/item-address.js';
import type { CausedItem, FinalCleanupContext } from '../final-cleanup-context.js';
import { goneWindowMs } from '../presence.js';
import { formatEntries } from '../search-list.js';
import { type CausedEntries, type CausedEntry, classifyEntries, type RunTraces } from './classify-entries.js';
import { listReadable, listViews, type ReadArray, type ReadableList, readArrays, toArrays } from './read-lists.js';

/** Maximum number of pages of a list in which the run created nothing. */
const maxPages = 20;
/** Maximum number of named entries. */
const maxNamedItems = 5;

/** What the run caused in one array of a list. */
interface Finding {
  readonly list: ReadableList;
  readonly array: ReadArray;
  readonly caused: CausedEntries;
}

/**
 * Searches every list that can be read for what the run caused there without creating it: side effects of its requests,
 * and what refused creations stored elsewhere. Lists that were just read are not read again, unless they show something:
 * only what a second reading shows is reported. Resolves to notes about entries that only mention the run.
 */
export async function searchAllLists(site: FinalCleanupContext): Promise<readonly string[]> {
  if (site.meter.end()?.cause === 'no-answer' || site.runLedger.listUsedPlaces().length === 0) return [];
  const findings: Finding[] = [];
  const notes: string[] = [];
  for (const list of listReadable(site.model.collections, listViews(site.runLedger))) {
    const found = await searchOne(list, site);
    // It is marked again where something is left.
    site.runLedger.resolveUncertain({ collection: '', at: list.path });
    findings.push(...found.findings);
    notes.push(...found.notes);
  }
  const own = findings.filter(({ array }) => array.collection !== undefined);
  const shown = own.flatMap(({ caused }) => [...caused.items, ...caused.possible].map(({ id }) => id));
  for (const finding of own) await reportFinding(finding, site);
  for (const finding of findings.filter(({ array }) => array.collection === undefined))
    await reportFinding({ ...finding, caused: dropShown(finding.caused, shown) }, site);
  return [...notes, ...findings.flatMap(describeMentions)];
}

async function searchOne(list: ReadableList, site: FinalCleanupContext) {
  const { collection, path } = list;
  const again = { ...site, mostPages: Math.min(site.mostPages, maxPages), lastRead: undefined };
  const traces = collectTraces(site);
  const classify = (array: ReadArray): Finding => {
    const caused = classifyEntries(array, site.runLedger.getExisting(array.key), traces(array));
    return { list, array, caused };
  };
  const known = collection && site.lastRead?.get(path);
  const first = known ? toArrays(path, known) : await readArrays(list, again);
  const isTold = collection !== undefined && site.runLedger.listUsedPlaces().some(({ at }) => at === path);
  const part = first.find((array) => array.collection !== undefined && !array.isWhole && array.entries.length > 0);
  const notes = part && !isTold ? [describePart(path, part)] : [];
  if (!first.map(classify).some(({ caused }) => hasCaused(caused))) return { findings: [], notes };
  await pause(Math.max(goneWindowMs, collection?.consistency.listMs ?? 0));
  const seen = new Set(first.map(classify).flatMap(({ array, caused }) => listKeys(array, caused)));
  const second = (await readArrays(list, known ? site : again)).map(classify);
  const findings = second.map((finding) => ({ ...finding, caused: keepSeen(finding, seen) }));
  return { findings: findings.filter(({ caused }) => hasCaused(caused)), notes };
}

const hasCaused = ({ items, possible, mentions }: CausedEntries): boolean =>
  items.length + possible.length + mentions.length > 0;

const listKeys = ({ key }: ReadArray, { items, possible, mentions }: CausedEntries): string[] =>
  [...items, ...possible, ...mentions].map(({ id }) => `${key} ${id}`);

function keepSeen({ array, caused }: Finding, seen: ReadonlySet<string>): CausedEntries {
  const isSeen = ({ id }: CausedEntry) => seen.has(`${array.key} ${id}`);
  const { items, possible, mentions } = caused;
  return { items: items.filter(isSeen), possible: possible.filter(isSeen), mentions: mentions.filter(isSeen) };
}

/** Leaves out items that another list shows as its own: an address may show the items of a collection. */
function dropShown({ items, possible, mentions }: CausedEntries, shown: readonly string[]): CausedEntries {
  const ids = new Set(shown);
  const isOther = ({ id, entry }: CausedEntry) =>
    !ids.has(id) && !(isObject(entry) && Object.values(entry).some((value) => ids.has(String(value))));
  return { items: items.filter(isOther), possible: possible.filter(isOther), mentions };
}

/** What is known about the run, for one array after the other. */
function collectTraces({ runMark, runLedger }: FinalCleanupContext): (array: ReadArray) => RunTraces {
  const left = [...runLedger.listLeftoverEntries(), ...runLedger.waiting().keys()];
  const paths = new Set([...left.flatMap(({ path }) => path ?? []), ...runLedger.leftovers().map(({ path }) => path)]);
  const ledger = runLedger.openScope();
  const sent = runLedger.listSentTexts();
  const used = new Set(runLedger.listUsedPlaces().map((place) => place.collection));
  const refused = runLedger.listUsedPlaces().flatMap(({ refusedBodies }) => refusedBodies);
  const isOwn = (collection: Collection, entry: Json) => {
    const path = readEntryAddress(collection, entry)?.path;
    const isListed = path !== undefined && (paths.has(path) || runLedger.removed(collection.name).has(path));
    return isListed || ledger.findMarker(entry, collection, runMark) !== undefined;
  };
  // Another list may show an item of the run that is left and reported.
  const isView = (id: string, mark: string | undefined) =>
    left.some((one) => one.mark === mark && decodeURIComponent(one.path?.split('/').at(-1) ?? '') === id);
  return ({ collection }) => ({
    runMark,
    sent,
    refused,
    isChangeable: ({ collection: own }) =>
      own !== undefined && !used.has(own.name) && (own.remove ?? own.replace ?? own.patch) !== undefined,
    isKnown: (entry, id, mark) => (collection ? isOwn(collection, entry) : isView(id, mark)),
  });
}

/** Reports what the run caused; `assay clean` removes what certainly is an item of the run, where that is possible. */
async function reportFinding(
  { list: { path }, array, caused: { items, possible } }: Finding,
  { removeCaused, purges, runLedger }: FinalCleanupContext,
): Promise<void> {
  const { collection } = array;
  const isRemovable = collection?.remove !== undefined || purges?.[collection?.name ?? ''] !== undefined;
  const isRemoved = removeCaused !== undefined && collection !== undefined && isRemovable;
  if (isRemoved) await removeCaused(collection, listAddresses(collection, items));
  else if (items.length > 0) runLedger.reportLeftover({ path, why: explainItems(array, items), count: items.length });
  if (possible.length > 0)
    runLedger.reportLeftover({ path, why: explainPossible(array, possible), count: possible.length, mayExist: true });
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

const explainItems = (array: ReadArray, items: readonly CausedEntry[]): string =>
  `${describePlaceOf(array)} has ${describeCount(items)} with the marker of the run that requests for other addresses caused: ${nameSome(array, items)}`;

const explainPossible = (array: ReadArray, items: readonly CausedEntry[]): string =>
  `${describePlaceOf(array)} has ${describeCount(items)} that ${items.length === 1 ? 'resembles' : 'resemble'} what the run sent, and may be of the run: ${nameSome(array, items)}`;

/** The list, or a part of its response. */
const describePlaceOf = ({ key, collection }: ReadArray): string =>
  collection ? 'the list' : `the part ${key.slice(key.indexOf('#') + 1) || '/'} of the response`;

const describeCount = ({ length }: readonly unknown[]): string => `${length} ${length === 1 ? 'entry' : 'entries'}`;

function nameSome({ collection }: ReadArray, entries: readonly CausedEntry[]): string {
  const names = entries.slice(0, maxNamedItems).map(({ id, entry }) => {
    const path = collection && readEntryAddress(collection, entry)?.path;
    return path ?? id;
  });
  return names.join(', ') + (entries.length > maxNamedItems ? ', …' : '');
}

function describeMentions({ list: { path }, caused: { mentions } }: Finding): string[] {
  if (mentions.length === 0) return [];
  return [
    `${path}: ${describeCount(mentions)} ${mentions.length === 1 ? 'mentions' : 'mention'} the run; a log or an item of others is no item of the run, so it is left alone`,
  ];
}

const describePart = (path: string, { entries }: ReadArray): string =>
  `${path}: whether requests of the run left something there is known only for ${formatEntries(entries.length)}`;
