import { readFileSync } from 'node:fs';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry, UncertainPlace } from './entry.js';
import { type LedgerCollection, type LedgerHead, type LedgerLine, ledgerSchema, restoreCollection } from './lines.js';
import { recordSentMarkers, type SentMarkers } from './marker-match.js';
import type { Purges } from './purge-steps.js';

/** Thrown for a file that is not a usable ledger. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/** An item that still exists according to the ledger, or may exist. */
export interface RemainingItem extends LedgerEntry {
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
  readonly lastN: number;
  /** The sent markers. */
  readonly borne: SentMarkers;
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
  const all = new Map<number, RemainingItem>();
  const standing = new Map<number, RemainingItem>();
  const doubts = new Map<string, UncertainPlace>();
  const borne: SentMarkers = new Map();
  let lastN = 0;
  const of = (n: number): RemainingItem | undefined => all.get(n);
  const change = (n: number, parts: Partial<RemainingItem>) => {
    const thing = of(n);
    if (thing) standing.set(n, Object.assign(thing, parts));
  };
  const begin = (line: Extract<LedgerLine, { intend: string }>) => {
    const { intend: collection, n, mark, at, as, signs, bears, unmarked: isUnmarked, prints } = line;
    const thing: RemainingItem = { n, collection, mark, path: undefined, at, as, signs, bears, isUnmarked, prints };
    lastN = Math.max(lastN, n);
    recordSentMarkers(borne, thing);
    all.set(n, thing);
    standing.set(n, thing);
  };
  const goOn = (line: Extract<LedgerLine, { n: number }>) => {
    if ('intend' in line) begin(line);
    else if ('gone' in line) standing.delete(line.n);
    else if ('made' in line) change(line.n, { isMade: true, ...(line.made !== null && { path: line.made }) });
    else if ('wrote' in line) change(line.n, { prints: line.wrote, past: listPastDigests(of(line.n)) });
    else if ('stays' in line) change(line.n, { why: line.why, ...(line.foreign && { isForeign: true }) });
  };
  const add = (line: LedgerLine): void => {
    if ('n' in line) goOn(line);
    else if ('doubt' in line) doubts.set(`${line.doubt} ${line.at}`, { collection: line.doubt, at: line.at });
    else if ('settled' in line) doubts.delete(`${line.settled} ${line.at}`);
    else if ('collection' in line) collections.set(line.collection.name, line.collection);
  };
  const result = () => ({
    collections: [...collections.values()].map(restoreCollection),
    known: new Map([...collections].map(([name, one]) => [name, JSON.stringify(one)])),
    purges: Object.fromEntries([...collections].flatMap(([name, { purge }]) => (purge ? [[name, purge]] : []))),
    things: [...standing.values()].sort((one, other) => one.n - other.n),
    doubts: [...doubts.values()],
    lastN,
    borne,
  });
  return { add, result };
}

/** The digests of earlier writes. */
const listPastDigests = ({ past = [], prints }: Partial<RemainingItem> = {}) =>
  prints === undefined ? past : [...past, prints];
