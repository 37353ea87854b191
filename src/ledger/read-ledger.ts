import { readFileSync } from 'node:fs';
import type { LeftoverExtent } from '../model/result/leftover.js';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry } from './entry.js';
import { createHoldFold, type Hold } from './holds.js';
import {
  type BodyDigests,
  type LedgerCollection,
  type LedgerHead,
  type LedgerLine,
  ledgerSchema,
  restoreCollection,
} from './lines.js';
import { recordSentMarkers, type SentMarkers } from './markers.js';
import { addRefusal, type ExistingItems, type UncertainPlace, type UsedPlace } from './places.js';
import type { Purges } from './purge-steps.js';
import { longAgo, recordUse } from './scope.js';

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

/** The content of a ledger. */
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

/** Reads a ledger, including one with an incomplete last line. Throws {@link LedgerError}. */
export function readLedger(file: string): LedgerContent {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LedgerError(`${file} cannot be read: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
  return parseLedger(text, file);
}

/** Parses the text of a ledger. Throws {@link LedgerError}. */
function parseLedger(text: string, file: string): LedgerContent {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const isTorn = text !== '' && !text.endsWith('\n');
  const [first, ...rest] = rows;
  const head = first === undefined ? undefined : parseHead(first, rows.length === 1 && isTorn, file);
  const fold = createLedgerFold(head?.collections ?? []);
  for (const [i, row] of rest.entries()) {
    const line = parseLine(row);
    if (line !== undefined) fold.add(line);
    else if (!(isTorn && i === rest.length - 1) && !isCutLine(row))
      throw new LedgerError(`${file}:${i + 2} is not a ledger line; the file was changed or is damaged`);
  }
  return { head, isTorn, ...fold.result() };
}

/** A line cut off by a killed run, before the lines of a cleanup. */
const isCutLine = (row: string): boolean => row.startsWith('{') && !row.endsWith('}');

function parseHead(row: string, isCut: boolean, file: string): LedgerHead | undefined {
  const head = parseLine(row) as Partial<LedgerHead> | undefined;
  if (head === undefined && isCut) return undefined;
  const { schema, runMark, baseUrl, collections } = head ?? {};
  if (schema === undefined)
    throw new LedgerError(
      `${file} is not an assay ledger, or was written by a version that did not record how to clean up`,
    );
  if (schema !== ledgerSchema)
    throw new LedgerError(
      `${file} has the schema ${JSON.stringify(schema)}, and this version of assay reads ${ledgerSchema}`,
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

function createLedgerFold(first: readonly LedgerCollection[]) {
  const collections = new Map(first.map((one) => [one.name, one]));
  const doubts = new Map<string, UncertainPlace>();
  const existing = new Map<string, ExistingItems>();
  const items = createItemFold();
  const holds = createHoldFold();
  const add = (line: LedgerLine): void => {
    holds.add(line);
    if ('n' in line) items.add(line);
    else if ('doubt' in line) doubts.set(`${line.doubt} ${line.at}`, { collection: line.doubt, at: line.at });
    else if ('settled' in line) doubts.delete(`${line.settled} ${line.at}`);
    else if ('existing' in line)
      existing.set(line.existing, {
        ids: line.ids,
        isWhole: line.whole,
        ...(line.pointer !== undefined && { pointer: line.pointer }),
      });
    else if ('collection' in line) collections.set(line.collection.name, line.collection);
  };
  const result = () => ({
    collections: [...collections.values()].map((one) => restoreCollection(one, existing.get(one.name))),
    known: new Map([...collections].map(([name, one]) => [name, JSON.stringify(one)])),
    purges: Object.fromEntries([...collections].flatMap(([name, { purge }]) => (purge ? [[name, purge]] : []))),
    doubts: [...doubts.values()],
    existing,
    holds: holds.list(),
    ...items.result(),
  });
  return { add, result };
}

/** The lines about single items. */
function createItemFold() {
  const all = new Map<number, RemainingItem>();
  const standing = new Map<number, RemainingItem>();
  const borne: SentMarkers = new Map();
  const used = new Map<string, UsedPlace>();
  const ended = new Map<number, RemainingItem>();
  let lastN = 0;
  const change = (n: number, parts: Partial<RemainingItem>) => {
    const item = all.get(n);
    if (item) standing.set(n, Object.assign(item, parts));
  };
  const begin = (line: Extract<LedgerLine, { intend: string }>) => {
    const { intend: collection, n, mark, at, as, signs, bears, unmarked: isUnmarked, prints } = line;
    const item: RemainingItem = { n, collection, mark, path: undefined, at, as, signs, bears, isUnmarked, prints };
    recordSentMarkers(borne, item);
    recordUse(used, item);
    all.set(n, item);
    standing.set(n, item);
  };
  /** Markers in a later write to an item. */
  const recordLater = ({ n, bears }: Extract<LedgerLine, { bears: BodyDigests }>) => {
    const item = all.get(n);
    if (item) recordSentMarkers(borne, { ...item, bears });
  };
  const end = ({ n, refused }: Extract<LedgerLine, { gone: string | null }>) => {
    const item = all.get(n);
    standing.delete(n);
    if (!refused && item?.path !== undefined) ended.set(n, item);
    if (refused && item) addRefusal(recordUse(used, item), item, longAgo, false);
  };
  const add = (line: Extract<LedgerLine, { n: number }>) => {
    lastN = Math.max(lastN, line.n);
    if ('intend' in line) begin(line);
    else if ('gone' in line) end(line);
    else if ('made' in line) change(line.n, { isMade: true, ...(line.made !== null && { path: line.made }) });
    else if ('wrote' in line) change(line.n, { prints: line.wrote, past: listPastDigests(all.get(line.n)) });
    else if ('bears' in line) recordLater(line);
    else if ('stays' in line)
      change(line.n, { why: line.why, ...(line.foreign && { isForeign: true }), ...readExtent(line) });
  };
  const list = () => [...standing.values()].sort((one, other) => one.n - other.n);
  return { add, result: () => ({ things: list(), ended: [...ended.values()], lastN, borne, used }) };
}

const readExtent = ({ count, mayExist }: LeftoverExtent): LeftoverExtent => ({
  ...(count !== undefined && { count }),
  ...(mayExist && { mayExist }),
});

/** The digests of earlier writes. */
const listPastDigests = ({ past = [], prints }: Partial<RemainingItem> = {}) =>
  prints === undefined ? past : [...past, prints];
