import { findSentText, hasSimilarDigests, type SentText, type SentTexts } from '../../../ledger/markers.js';
import type { ExistingItems, RefusedBody } from '../../../ledger/places.js';
import { getAtPointer, type Json } from '../../../model/json.js';
import { identifyEntry, type ReadArray } from './read-lists.js';

/** An entry of a list that the run seems to have caused. */
export interface CausedEntry {
  readonly id: string;
  readonly entry: Json;
  /** The marker that it shows; undefined where only its content resembles a refused creation. */
  readonly mark?: string;
}

/** What one array shows of a run. */
export interface CausedEntries {
  /** Items that the run caused: they were not there before, and a member has a text that the run sent. */
  readonly items: readonly CausedEntry[];
  /** Entries that may be items of the run. */
  readonly possible: readonly CausedEntry[];
  /** Entries that name the run in another text: log entries, and items of others. */
  readonly mentions: readonly CausedEntry[];
}

/** What is known about a run when its traces are searched. */
export interface RunTraces {
  readonly runMark: string;
  readonly sent: SentTexts;
  readonly refused: readonly RefusedBody[];
  /**
   * Whether clients may change or remove entries of an array in which the run created nothing: then they are no log, and a text
   * of the run in another member than it was sent in may be that of an item.
   */
  isChangeable(array: ReadArray): boolean;
  /** Whether an entry is known as an item of the run, so that it is reported elsewhere. */
  isKnown(entry: Json, id: string, mark: string | undefined): boolean;
}

/** Maximum number of new entries whose content is compared with that of refused creations. */
const maxCompared = 200;

/**
 * Sorts the entries of an array by what connects them with the run. Where more entries show a marker than the run sent, they
 * are no items: a log has an entry for each event.
 */
export function classifyEntries(array: ReadArray, before: ExistingItems | undefined, traces: RunTraces): CausedEntries {
  const entries = array.entries.map((entry) => readEntry(entry, array, traces));
  const open = entries.filter(({ entry, id, mark }) => !traces.isKnown(entry, id, mark));
  const old = new Set(before?.ids);
  const isComplete = before?.isWhole === true && hasSamePointer(array, before);
  const marked = open.filter(
    (one) => one.mark !== undefined && !old.has(one.id) && (one.isSameMember || traces.isChangeable(array)),
  );
  const quoting = open.filter((one) => one.isNamed && !marked.includes(one));
  if (isLog(marked)) return { items: [], possible: [], mentions: open.filter(({ isNamed }) => isNamed) };
  if (!isComplete) return { items: [], possible: marked, mentions: quoting };
  const plain = open.filter(({ id, isNamed }) => !isNamed && !old.has(id)).slice(0, maxCompared);
  const names = new Set(traces.refused.flatMap(({ prints }) => Object.keys(prints)));
  // What was stored of an object without members has none of those that the run sends.
  const isBare = (entry: Json) => [...names].every((pointer) => getAtPointer(entry, pointer) === undefined);
  const resembles = ({ entry }: CausedEntry) =>
    traces.refused.some(({ prints, mark }) =>
      Object.keys(prints).length === 0 ? isBare(entry) : hasSimilarDigests(entry, prints, mark),
    );
  const [items, others] = [marked.filter((one) => one.isSameMember), marked.filter((one) => !one.isSameMember)];
  return { items, possible: [...others, ...plain.filter(resembles)], mentions: quoting };
}

interface NamedEntry extends CausedEntry, Omit<SentText, 'mark'> {
  /** Whether it has a marker of the run anywhere. */
  readonly isNamed: boolean;
}

function readEntry(entry: Json, array: ReadArray, { runMark, sent }: RunTraces): NamedEntry {
  const id = identifyEntry(entry, array);
  const isNamed = JSON.stringify(entry).toLowerCase().includes(`assay-${runMark}-`);
  const found = isNamed ? findSentText(entry, runMark, sent) : undefined;
  return { id, entry, isNamed, ...(found ?? { lines: 0, isSameMember: false }) };
}

function isLog(marked: readonly NamedEntry[]): boolean {
  const counts = new Map<string, number>();
  for (const { mark = '' } of marked) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return marked.some(({ mark = '', lines }) => (counts.get(mark) ?? 0) > lines);
}

/** The ids before and now can be compared only if they are read in the same place. */
const hasSamePointer = ({ collection }: ReadArray, { pointer }: ExistingItems): boolean =>
  collection === undefined || pointer === undefined || pointer === collection.id.pointer;
