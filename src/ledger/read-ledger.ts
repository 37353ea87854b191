import { readFileSync } from 'node:fs';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry, UncertainPlace } from './entry.js';
import { type LedgerCollection, type LedgerHead, type LedgerLine, ledgerSchema, restoreCollection } from './lines.js';
import { recordSentMarkers, type SentMarkers } from './marker-match.js';
import type { Purges } from './purge-steps.js';

/** A file that is no ledger, or none that can be used: what is wrong with it. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/** Something that stands by its ledger, or may. */
export interface RemainingItem extends LedgerEntry {
  /** Why it stayed, where somebody tried to remove it. */
  why?: string;
  /** It is somebody else's, and shows our mark all the same. */
  isForeign?: boolean;
}

/** What a ledger says in the end. */
export interface LedgerContent {
  /** Undefined where the run ended before it wrote even that, and so made nothing. */
  readonly head: LedgerHead | undefined;
  readonly collections: readonly Collection[];
  /** Collections as their lines have them, by name. */
  readonly known: Map<string, string>;
  readonly purges: Purges;
  /** In the order they were asked for. */
  readonly things: readonly RemainingItem[];
  readonly doubts: readonly UncertainPlace[];
  readonly lastN: number;
  /** What was sent with marks. */
  readonly borne: SentMarkers;
  /** Whether the last line was cut off. */
  readonly isTorn: boolean;
}

/** Reads a ledger, also one that was cut off. Throws LedgerError. */
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

/** What the text of a ledger says. Throws LedgerError. */
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
      throw new LedgerError(`${file}:${i + 2} is no line of a ledger; the file was changed, or is damaged`);
  }
  return { head, isTorn, ...fold.result() };
}

/** Where a kill cut a line off, and cleaning went on behind it. */
const isCutLine = (row: string): boolean => row.startsWith('{') && !row.endsWith('}');

function parseHead(row: string, isCut: boolean, file: string): LedgerHead | undefined {
  const head = parseLine(row) as Partial<LedgerHead> | undefined;
  if (head === undefined && isCut) return undefined;
  const { schema, runMark, baseUrl, collections } = head ?? {};
  if (schema === undefined)
    throw new LedgerError(
      `${file} is no ledger of assay, or one of a version that did not say how to clean up after it`,
    );
  if (schema !== ledgerSchema)
    throw new LedgerError(`${file} follows ${JSON.stringify(schema)}, and this assay reads ${ledgerSchema}`);
  const isWhole = /^[0-9a-f]{8}$/.test(String(runMark)) && typeof baseUrl === 'string' && Array.isArray(collections);
  if (!isWhole) throw new LedgerError(`${file} does not say which run of which service it is about`);
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

/** What was written before what is written now. */
const listPastDigests = ({ past = [], prints }: Partial<RemainingItem> = {}) =>
  prints === undefined ? past : [...past, prints];
