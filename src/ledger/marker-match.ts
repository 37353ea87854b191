import { buildPointer, getAtPointer, isObject, type Json } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import { digestValue } from './body-digest.js';
import type { LedgerEntry } from './entry.js';
import type { BodyDigests } from './lines.js';

/** Length from which on a text is nobody else's. */
const minMarkerLength = 6;

/** A collection as far as it tells where marks stand. */
interface MarkedCollection {
  readonly name: string;
  readonly path: string;
  readonly marker?: string | undefined;
}

/** What was sent in so many lines of the ledger, for one place. */
export type SentMarkers = Map<string, number>;

/** Digests of the whole texts in which a body carries what only its thing was given, by where they stand. */
export function digestMarkers(
  sent: Json | undefined,
  signs: readonly string[],
  mark: string,
  places: readonly string[] = [],
): BodyDigests {
  const told = signs.filter((sign) => sign.length >= minMarkerLength).map((sign) => sign.toLowerCase());
  const carrying = listMemberTexts(sent, places).filter(([, text]) =>
    told.some((sign) => text.toLowerCase().includes(sign)),
  );
  return Object.fromEntries(carrying.map(([pointer, text]) => [pointer, digestValue(foldText(text), mark)]));
}

/** Where marks and unique values are sent. */
export const listMarkerPlaces = ({ marker, unique }: Pick<Collection, 'marker' | 'unique'>): string[] => [
  ...unique,
  ...(marker === undefined ? [] : [marker]),
];

/** A body out of its text; of one that is no JSON, the texts of its members. */
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
 * Whether a representation is that of this thing: it shows, as the whole of a member, what was sent in that member for it.
 * Who quotes a mark, within a longer text or below another member, is somebody else.
 */
export function hasMarker(
  shown: Json,
  { mark, bears = {} }: Pick<LedgerEntry, 'mark' | 'bears'>,
  marker?: string,
): boolean {
  const whole = marker === undefined ? undefined : getAtPointer(shown, marker);
  if (mark.length >= minMarkerLength && typeof whole === 'string' && foldText(whole) === mark) return true;
  return Object.entries(bears).some(([pointer, print]) => {
    const text = getAtPointer(shown, pointer);
    return typeof text === 'string' && digestValue(foldText(text), mark) === print;
  });
}

/** Whether a representation shows a sign of this thing in any of its members: enough at an address that is its own. */
export function isQuotingMarker(
  shown: Json,
  { mark, signs = [], bears = {} }: Pick<LedgerEntry, 'mark' | 'signs' | 'bears'>,
  marker?: string,
): boolean {
  const told = [mark, ...signs].filter((sign) => sign.length >= minMarkerLength).map((sign) => sign.toLowerCase());
  const places = [...Object.keys(bears), ...(marker === undefined ? [] : [marker])];
  return listMemberTexts(shown, places).some(([, text]) => told.some((sign) => text.toLowerCase().includes(sign)));
}

/** Remembers what a line of the ledger was sent with. */
export function recordSentMarkers(
  borne: SentMarkers,
  { collection, at: path = '', mark, bears = {} }: Omit<LedgerEntry, 'n' | 'path'>,
): void {
  for (const [pointer, print] of Object.entries(bears)) {
    const key = buildMarkerKey({ name: collection, path }, mark, pointer, print);
    borne.set(key, (borne.get(key) ?? 0) + 1);
  }
}

/** The mark by which a representation is that of something that was sent to this place, and for how many lines it was. */
export function findSentMarker(
  shown: Json,
  place: MarkedCollection,
  runMark: string,
  borne: SentMarkers,
): { mark: string; lines: number } | undefined {
  const form = new RegExp(`assay-${runMark}-[a-z0-9]+`);
  for (const [pointer, text] of listMemberTexts(shown, place.marker === undefined ? [] : [place.marker])) {
    const known = foldText(text);
    const [mark] = form.exec(known) ?? [];
    if (mark === undefined) continue;
    const lines = borne.get(buildMarkerKey(place, mark, pointer, digestValue(known, mark)));
    if (lines !== undefined) return { mark, lines };
  }
  return undefined;
}

/** What stands below a member is about somebody else, but for where marks and unique values are sent. */
function listMemberTexts(json: Json | undefined, places: readonly string[]): [string, string][] {
  if (!isObject(json)) return [];
  const texts = Object.entries(json).map(([name, value]): [string, Json | undefined] => [buildPointer([name]), value]);
  const deeper = places
    .filter((place) => place.lastIndexOf('/') > 0)
    .map((place): [string, Json | undefined] => [place, getAtPointer(json, place)]);
  return [...texts, ...deeper].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
}

/** Services trim texts, fold their case, and put them in one form of Unicode. */
const foldText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const buildMarkerKey = ({ name, path }: MarkedCollection, mark: string, pointer: string, print: string): string =>
  `${name} ${path} ${mark} ${pointer} ${print}`;
