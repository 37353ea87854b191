import { buildPointer, getAtPointer, isObject, type Json } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import { digestValue } from './body-digest.js';
import type { LedgerEntry } from './entry.js';
import type { BodyDigests } from './lines.js';

/** Minimum length of a text that is unique enough to be a marker. */
export const minMarkerLength = 6;

/** The part of a collection that says where markers are. */
interface MarkedCollection {
  readonly name: string;
  readonly path: string;
  readonly marker?: string | undefined;
}

/** Number of ledger lines by sent marker, for one place. */
export type SentMarkers = Map<string, number>;

/** Digests of the whole texts in which a body carries a marker, by their pointers. */
export function digestMarkers(
  sent: Json | undefined,
  signs: readonly string[],
  mark: string,
  places: readonly string[] = [],
): BodyDigests {
  const wanted = signs.filter((sign) => sign.length >= minMarkerLength).map((sign) => sign.toLowerCase());
  const carrying = listMemberTexts(sent, places).filter(([, text]) =>
    wanted.some((sign) => text.toLowerCase().includes(sign)),
  );
  return Object.fromEntries(carrying.map(([pointer, text]) => [pointer, digestValue(foldText(text), mark)]));
}

/** Pointers at which markers and unique values are sent. */
export const listMarkerPlaces = ({ marker, unique }: Pick<Collection, 'marker' | 'unique'>): string[] => [
  ...unique,
  ...(marker === undefined ? [] : [marker]),
];

/** Parses the text of a body; content that is not JSON gives the texts of its members. */
export function parseSentBody(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    const members = [...text.matchAll(/"([^"\\]+)"\s*:\s*("(?:[^"\\]|\\.)*")/g)];
    return Object.fromEntries(members.map(([, name = '', value = '""']) => [name, parseStringLiteral(value)]));
  }
}

function parseStringLiteral(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return '';
  }
}

/**
 * Whether a representation belongs to an item: a member has exactly the text that was sent in it. A marker inside a
 * longer text or below another member may be a quotation by another client.
 */
export function hasMarker(shown: Json, { mark, bears = {} }: Pick<LedgerEntry, 'mark' | 'bears'>, marker?: string) {
  const whole = marker === undefined ? undefined : getAtPointer(shown, marker);
  if (mark.length >= minMarkerLength && typeof whole === 'string' && foldText(whole) === mark) return true;
  return Object.entries(bears).some(([pointer, print]) => {
    const text = getAtPointer(shown, pointer);
    return typeof text === 'string' && digestValue(foldText(text), mark) === print;
  });
}

/** Whether a representation shows a sign of the item in any member, which suffices at the item's own address. */
export function isQuotingMarker(
  shown: Json,
  { mark, signs = [], bears = {} }: Pick<LedgerEntry, 'mark' | 'signs' | 'bears'>,
  marker?: string,
): boolean {
  const wanted = [mark, ...signs].filter((sign) => sign.length >= minMarkerLength).map((sign) => sign.toLowerCase());
  const places = [...Object.keys(bears), ...(marker === undefined ? [] : [marker])];
  return listMemberTexts(shown, places).some(([, text]) => wanted.some((sign) => text.toLowerCase().includes(sign)));
}

/** Records the markers of a ledger line. */
export function recordSentMarkers(
  borne: SentMarkers,
  { collection, at: path = '', mark, bears = {} }: Omit<LedgerEntry, 'n' | 'path'>,
): void {
  for (const [pointer, print] of Object.entries(bears)) {
    const key = buildMarkerKey({ name: collection, path }, mark, pointer, print);
    borne.set(key, (borne.get(key) ?? 0) + 1);
  }
}

/** Returns the marker by which a representation belongs to this run, and its number of ledger lines. */
export function findSentMarker(shown: Json, place: MarkedCollection, runMark: string, borne: SentMarkers) {
  for (const { pointer, mark, digest } of findMarkedTexts(
    shown,
    place.marker === undefined ? [] : [place.marker],
    runMark,
  )) {
    const lines = borne.get(buildMarkerKey(place, mark, pointer, digest));
    if (lines !== undefined) return { mark, lines };
  }
  return undefined;
}

/** Texts with markers that a run sent, wherever it sent them, by marker and digest. */
export type SentTexts = ReadonlyMap<string, { lines: number; readonly pointers: Set<string> }>;

/** Collects the texts with markers that were sent: how often, and in which members. */
export function collectSentTexts(borne: SentMarkers): SentTexts {
  const texts = new Map<string, { lines: number; readonly pointers: Set<string> }>();
  for (const [key, lines] of borne) {
    const form = / (assay-[0-9a-f]{8}-[a-z0-9]+) (.*) ([0-9a-f]{16})$/;
    const [, mark = '', pointer = '', print = ''] = form.exec(key) ?? [];
    const known = texts.get(`${mark} ${print}`) ?? { lines: 0, pointers: new Set() };
    known.lines += lines;
    known.pointers.add(pointer);
    if (mark !== '') texts.set(`${mark} ${print}`, known);
  }
  return texts;
}

/** A member with a whole text that the run sent. */
export interface SentText {
  readonly mark: string;
  /** Number of ledger lines with the text. */
  readonly lines: number;
  /** Whether the text was sent in a member with this name. */
  readonly isSameMember: boolean;
}

/** Finds a member with a whole text that the run sent, to any address. */
export function findSentText(shown: Json, runMark: string, sent: SentTexts): SentText | undefined {
  for (const { pointer, mark, digest } of findMarkedTexts(shown, [], runMark)) {
    const found = sent.get(`${mark} ${digest}`);
    if (found !== undefined) return { mark, lines: found.lines, isSameMember: found.pointers.has(pointer) };
  }
  return undefined;
}

/** The texts with a marker of the run, each with its digest. */
function* findMarkedTexts(shown: Json, places: readonly string[], runMark: string) {
  const form = new RegExp(`assay-${runMark}-[a-z0-9]+`);
  for (const [pointer, text] of listMemberTexts(shown, places)) {
    const folded = foldText(text);
    const [mark] = form.exec(folded) ?? [];
    if (mark !== undefined) yield { pointer, mark, digest: digestValue(folded, mark) };
  }
}

/** Content below a member may describe another resource, except where markers and unique values are sent. */
function listMemberTexts(json: Json | undefined, places: readonly string[]): [string, string][] {
  if (!isObject(json)) return [];
  const texts = Object.entries(json).map(([name, value]): [string, Json | undefined] => [buildPointer([name]), value]);
  const deeper = places
    .filter((place) => place.lastIndexOf('/') > 0)
    .map((place): [string, Json | undefined] => [place, getAtPointer(json, place)]);
  return [...texts, ...deeper].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
}

/** Services may trim texts, change their case and normalize Unicode. */
const foldText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Joined, because V8 keeps a template literal that becomes a key as the tree of its parts. */
const buildMarkerKey = ({ name, path }: MarkedCollection, mark: string, pointer: string, print: string): string =>
  [name, path, mark, pointer, print].join(' ');

/** Whether a value has a marker of any run. */
export const hasAnyMarker = (value: Json): boolean => /assay-[0-9a-f]{8}-[a-z0-9]/i.test(JSON.stringify(value));
