import { readFileSync } from 'node:fs';
import type { LeftoverExtent } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry } from './entry.js';
import { createHoldFold, type Hold } from './holds.js';
import { type LedgerCollection, type LedgerHead, type LedgerLine, ledgerSchema, restoreCollection } from './lines.js';
import { recordSentMarkers, type SentMarkers } from './markers.js';
import { addRefusal, type ExistingItems, longAgo, recordUse, type UncertainPlace, type UsedPlace } from './places.js';
import type { Purges } from './purge-steps.js';

/** Thrown for a file that is not a usable ledger. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/** An item that still exists according to the ledger, or may exist. */
export interface RemainingItem extends LedgerEntry, LeftoverExtent {
  /** Why an earlier removal failed. */
  why?: string;
  /** Whether it belongs to another owner although it shows our marker. */
  isForeign?: boolean;
}

export interface LedgerContent {
  /** Undefined when the run ended before it created anything. */
  readonly head: LedgerHead | undefined;
  readonly collections: readonly Collection[];
  /** The collections in the ledger, by name. */
  readonly known: Map<string, string>;
  readonly purges: Purges;
  /** In the order of creation. */
  readonly things: readonly RemainingItem[];
  readonly doubts: readonly UncertainPlace[];
  /** Items that the service removed, or said were not there. */
  readonly ended: readonly LedgerEntry[];
  readonly lastN: number;
  readonly borne: SentMarkers;
  /** The places in which the run sent creations. */
  readonly used: Map<string, UsedPlace>;
  /** What existed before the run, by collection. */
  readonly existing: Map<string, ExistingItems>;
  /** The single resources that were not restored. */
  readonly holds: readonly Hold[];
  /** Whether the last line is incomplete. */
  readonly isTorn: boolean;
}

/** The beginning of a ledger, as it is written. */
const ledgerStart = `{"schema":"${ledgerSchema}"`;

const advice = 'give the ledger.ndjson of a run, or a folder with one';

/** Reads a ledger, including one with an incomplete last line. Throws {@link LedgerError}. */
export function readLedger(file: string): LedgerContent {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LedgerError(`${file} cannot be read: ${code === 'ENOENT' ? 'no such file' : message}; ${advice}`);
  }
  return parseLedger(text, file);
}

/** Parses the text of a ledger. Throws {@link LedgerError}. */
function parseLedger(text: string, file: string): LedgerContent {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const isTorn = text !== '' && !text.endsWith('\n');
  const [first, ...rest] = rows;
  const head = first === undefined ? undefined : parseHead(first, rows.length === 1 && isTorn, file);
  const reader = new LineReader(head?.collections ?? []);
  for (const [i, row] of rest.entries()) {
    const line = parseLine(row);
    if (line !== undefined) reader.read(line);
    else if (!(isTorn && i === rest.length - 1) && !isCutLine(row))
      throw new LedgerError(`${file}:${i + 2} is not a ledger line; the file was changed or is damaged`);
  }
  return { head, isTorn, ...reader.summarize() };
}

/** A line cut off by a killed run, before the lines of a cleanup. */
const isCutLine = (row: string): boolean => row.startsWith('{') && !row.endsWith('}');

function parseHead(row: string, isCut: boolean, file: string): LedgerHead | undefined {
  const head = parseLine(row) as Partial<LedgerHead> | undefined;
  if (head === undefined && isCut && ledgerStart.startsWith(row.slice(0, ledgerStart.length))) return undefined;
  const { schema, runMark, baseUrl, collections } = head ?? {};
  if (schema === undefined)
    throw new LedgerError(
      `${file} is not an assay ledger, or was written by a version that did not record how to clean up; ${advice}`,
    );
  if (schema !== ledgerSchema)
    throw new LedgerError(
      `${file} has the schema ${JSON.stringify(schema)}, and this version of assay reads ${ledgerSchema}; ${advice}`,
    );
  const isWhole = /^[0-9a-f]{8}$/.test(String(runMark)) && typeof baseUrl === 'string' && Array.isArray(collections);
  if (!isWhole) throw new LedgerError(`${file} does not name the run and the service it belongs to`);
  return head as LedgerHead;
}

function parseLine(row: string): LedgerLine | undefined {
  try {
    const line: unknown = JSON.parse(row);
    return typeof line === 'object' && line !== null && !Array.isArray(line) ? (line as LedgerLine) : undefined;
  } catch {
    return undefined;
  }
}

class LineReader {
  readonly #collections: Map<string, LedgerCollection>;
  readonly #doubts = new Map<string, UncertainPlace>();
  readonly #existing = new Map<string, ExistingItems>();
  readonly #holds = createHoldFold();
  /** All items, those that exist or may exist, and those that were removed or not there, by number. */
  readonly #all = new Map<number, RemainingItem>();
  readonly #standing = new Map<number, RemainingItem>();
  readonly #ended = new Map<number, RemainingItem>();
  readonly #borne: SentMarkers = new Map();
  readonly #used = new Map<string, UsedPlace>();
  #lastN = 0;

  constructor(first: readonly LedgerCollection[]) {
    this.#collections = new Map(first.map((one) => [one.name, one]));
  }

  read(line: LedgerLine): void {
    this.#holds.add(line);
    if ('n' in line) this.#readItem(line);
    else if ('doubt' in line) this.#doubts.set(`${line.doubt} ${line.at}`, { collection: line.doubt, at: line.at });
    else if ('settled' in line) this.#doubts.delete(`${line.settled} ${line.at}`);
    else if ('existing' in line) {
      const { existing, ids, whole, pointer } = line;
      this.#existing.set(existing, { ids, isWhole: whole, ...(pointer !== undefined && { pointer }) });
    } else if ('collection' in line) this.#collections.set(line.collection.name, line.collection);
  }

  /** Reads a line about a single item. */
  #readItem(line: Extract<LedgerLine, { n: number }>): void {
    const { n } = line;
    this.#lastN = Math.max(this.#lastN, n);
    if ('intend' in line) {
      const { intend: collection, mark, at, as, signs, bears, unmarked: isUnmarked, prints } = line;
      const begun: RemainingItem = { n, collection, mark, path: undefined, at, as, signs, bears, isUnmarked, prints };
      recordSentMarkers(this.#borne, begun);
      recordUse(this.#used, begun);
      this.#all.set(n, begun);
      this.#standing.set(n, begun);
    }
    const item = this.#all.get(n);
    if (item === undefined || 'intend' in line) return;
    if ('gone' in line) {
      this.#standing.delete(n);
      if (line.refused) addRefusal(recordUse(this.#used, item), item, longAgo, false);
      else if (item.path !== undefined) this.#ended.set(n, item);
      return;
    }
    if ('bears' in line) {
      // Markers in a later write to the item.
      recordSentMarkers(this.#borne, { ...item, bears: line.bears });
      return;
    }
    if ('made' in line) Object.assign(item, { isMade: true, ...(line.made !== null && { path: line.made }) });
    else if ('wrote' in line) {
      if (item.prints !== undefined) item.past = [...(item.past ?? []), item.prints];
      item.prints = line.wrote;
    } else if ('stays' in line) {
      const { why, foreign, count, mayExist } = line;
      const extent = { ...(count !== undefined && { count }), ...(mayExist && { mayExist }) };
      Object.assign(item, { why, ...(foreign && { isForeign: true }), ...extent });
    } else return;
    this.#standing.set(n, item);
  }

  summarize(): Omit<LedgerContent, 'head' | 'isTorn'> {
    const collections = [...this.#collections];
    return {
      collections: collections.map(([name, one]) => restoreCollection(one, this.#existing.get(name))),
      known: new Map(collections.map(([name, one]) => [name, JSON.stringify(one)])),
      purges: Object.fromEntries(collections.flatMap(([name, { purge }]) => (purge ? [[name, purge]] : []))),
      doubts: [...this.#doubts.values()],
      existing: this.#existing,
      holds: this.#holds.list(),
      things: [...this.#standing.values()].sort((one, other) => one.n - other.n),
      ended: [...this.#ended.values()],
      lastN: this.#lastN,
      borne: this.#borne,
      used: this.#used,
    };
  }
}
