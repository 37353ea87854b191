import { hash } from 'node:crypto';
import { appendToPointer, getAtPointer, isObject, type Json, sortMembers } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import type { LedgerEntry } from './entry.js';
import type { BodyDigests } from './lines.js';

/** Minimum length of a text that is unique enough to be a marker. */
export const minMarkerLength = 6;

type MarkedCollection = Pick<Collection, 'name' | 'path' | 'marker'>;

export type SentMarkers = Map<string, number>;

/** Digests of the whole texts in which a body carries the marker or another sign of its item, by their pointers. */
export function digestMarkers(
  sent: Json | undefined,
  mark: string,
  { marker, unique }: Pick<Collection, 'marker' | 'unique'>,
  signs: readonly string[] = [],
): BodyDigests {
  const wanted = listLongSigns(mark, signs);
  const digests: Record<string, string> = {};
  for (const [pointer, text] of listMemberTexts(sent, marker === undefined ? unique : [...unique, marker]))
    if (hasSign(text, wanted)) digests[pointer] = digestValue(foldText(text), mark);
  return digests;
}

/** The signs of an item that are long enough, in lower case. */
function listLongSigns(mark: string, signs: readonly string[]): string[] {
  const wanted: string[] = [];
  for (const sign of [mark, ...signs]) if (sign.length >= minMarkerLength) wanted.push(sign.toLowerCase());
  return wanted;
}

function hasSign(text: string, wanted: readonly string[]): boolean {
  const small = text.toLowerCase();
  for (const sign of wanted) if (small.includes(sign)) return true;
  return false;
}

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

/** Whether a member has exactly the text that was sent in it; inside a longer text, a marker may be a quotation. */
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
  const wanted = listLongSigns(mark, signs);
  const places = [...Object.keys(bears), ...(marker === undefined ? [] : [marker])];
  return listMemberTexts(shown, places).some(([, text]) => hasSign(text, wanted));
}

export function recordSentMarkers(
  borne: SentMarkers,
  { collection, at: path = '', mark, bears = {} }: Omit<LedgerEntry, 'n' | 'path'>,
): void {
  for (const [pointer, print] of Object.entries(bears)) {
    const key = buildMarkerKey(collection, path, mark, pointer, print);
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
    const lines = borne.get(buildMarkerKey(place.name, place.path, mark, pointer, digest));
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

export interface SentText {
  readonly mark: string;
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
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(json))
    if (typeof value === 'string') texts.push([appendToPointer('', name), value]);
  for (const place of places) {
    const value = place.lastIndexOf('/') > 0 ? getAtPointer(json, place) : undefined;
    if (typeof value === 'string') texts.push([place, value]);
  }
  return texts;
}

/** Services may trim texts, change their case and normalize Unicode. */
const foldText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Joined, because V8 keeps a template literal that becomes a key as the tree of its parts. */
const buildMarkerKey = (...parts: readonly string[]): string => parts.join(' ');

/** Whether a value has a marker of any run. */
export const hasAnyMarker = (value: Json): boolean => /assay-[0-9a-f]{8}-[a-z0-9]/i.test(JSON.stringify(value));

/** Digests of the members of a body, by which it is recognized without storing its content. */
export function digestMembers(body: Json | undefined, mark: string): BodyDigests {
  if (!isObject(body)) return {};
  const digests: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) digests[appendToPointer('', name)] = digestValue(value, mark);
  return digests;
}

/**
 * Whether a representation has the same members as the body written under a marker. It need not repeat the id of its address, if that is
 * known.
 */
export const hasSameDigests = (shown: Json | undefined, prints: BodyDigests, mark: string, id?: string): boolean =>
  computeSameShare(shown, prints, mark, id) === 1;

/** Whether at least half of the members are the same: a service may normalize the others. */
export const hasSimilarDigests = (shown: Json | undefined, prints: BodyDigests, mark: string, id?: string): boolean =>
  computeSameShare(shown, prints, mark, id) >= 0.5;

/** The share of members that are the same; 0 without members. */
function computeSameShare(shown: Json | undefined, prints: BodyDigests, mark: string, id?: string): number {
  const digests = Object.entries(prints);
  const isId = (digest: string) => id !== undefined && digestValue(id, mark) === digest;
  const same = digests.filter(([pointer, digest]) => {
    const value = getAtPointer(shown, pointer);
    return digestValue(value ?? null, mark) === digest || (value === undefined && isId(digest));
  });
  return same.length / Math.max(1, digests.length);
}

/** Digests a value; the marker is the salt. A service may return members in another order. */
export const digestValue = (value: Json, mark: string): string =>
  hash('sha256', `${mark} ${JSON.stringify(typeof value === 'object' ? sortMembers(value) : value)}`).slice(0, 16);

/** Whether a write removes what identifies its item: a PUT that omits the marker, or a PATCH that replaces it. */
export function isMarkerLost(method: string, body: Json | undefined, entry: LedgerEntry, { marker }: Collection) {
  if (entry.isUnmarked) return isObject(body);
  const shown = JSON.stringify(body ?? null);
  for (const sign of [entry.mark, ...(entry.signs ?? [])]) if (shown.includes(sign)) return false;
  return method === 'PUT' || (isObject(body) && marker !== undefined && getAtPointer(body, marker) !== undefined);
}
