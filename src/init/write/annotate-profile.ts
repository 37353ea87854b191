import { type Document, isScalar, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Json } from '../../model/json.js';
import type { Word } from '../draft-passage.js';
import { entryIn } from './complete-profile.js';
import { inline, offerLines } from './format-lines.js';
import {
  afterNode,
  contentOf,
  endOf,
  type Insertion,
  indentOf,
  isRoomyList,
  isRoomyMap,
  pairIn,
  withAll,
} from './insert-text.js';
import { type Entry, isSaid, type Key } from './profile-keys.js';

/** What the caller wrote and the survey believes otherwise. */
export interface Kept {
  readonly at: string;
  readonly kept: Json;
  readonly seen: Json;
  readonly why: string;
}

/** Something that the profile could say and does not. */
export interface Open {
  readonly at: string;
  readonly word: Word;
}

/** A profile with its comments, and what the caller should know about it. */
export interface Decorated {
  readonly text: string;
  readonly kept: readonly Kept[];
  readonly open: readonly Open[];
}

interface Hand {
  readonly text: string;
  readonly document: Document;
  readonly insertions: Insertion[];
  readonly kept: Kept[];
  readonly open: Open[];
}

/** Tells beside each key how sure it is and where it comes from, and below them what else could be said. */
export function decorated(text: string, keys: readonly Key[], remarks: readonly string[]): Decorated {
  const document = parseDocument(text);
  const hand: Hand = { text, document, insertions: [], kept: [], open: [] };
  const head = /^# yaml-language-server:.*\r?\n/.exec(text)?.[0].length ?? 0;
  hand.insertions.push({ at: head, text: remarks.map((remark) => `#: ${remark}\n`).join('') });
  if (isRoomyMap(document.contents)) onMap(hand, document.contents, keys, '');
  return { ...hand, text: withAll(text, hand.insertions) };
}

function onMap(hand: Hand, map: YAMLMap, keys: readonly Key[], root: string): void {
  const missing: Key[] = [];
  for (const key of keys) {
    const pair = pairIn(map, key.name);
    if (!pair) missing.push(key);
    else if (key.list) onList(hand, pair.value, key.list, below(root, key.name));
    else if (key.word) onValue(hand, pair.value, key.word, below(root, ...key.word.path));
    else if (isRoomyMap(pair.value)) onMap(hand, pair.value, key.keys, root);
  }
  offer(hand, map, missing, root);
}

/** Words are told from the resource or action that they are about. */
const below = (root: string, ...path: readonly string[]): string =>
  [root, ...path].filter((part) => part !== '').join('.');

function offer(hand: Hand, map: YAMLMap, missing: readonly Key[], root: string): void {
  const indent = indentOf(hand.text, map);
  const lines = missing.filter((key) => !isSaid(key)).flatMap((key) => offerLines(key, indent));
  const words = missing.flatMap(wordsIn);
  hand.open.push(...words.map((word) => ({ at: below(root, ...word.path), word })));
  if (lines.length === 0) return;
  const gap = indent === '' ? '\n' : '';
  hand.insertions.push({ at: afterNode(hand.text, map, 0), text: `${gap}${lines.join('\n')}\n` });
}

const wordsIn = ({ word, keys }: Key): Word[] => (word ? (word.isOffer ? [word] : []) : keys.flatMap(wordsIn));

/** In the order of the file: what ends one entry stands before what begins the next. */
function onList(hand: Hand, list: unknown, entries: readonly Entry[], path: string): void {
  if (!isRoomyList(list)) return;
  const twins = new Map(entries.map((entry) => [entryIn(list, entry), entry]));
  for (const [index, item] of list.items.entries()) {
    const entry = twins.get(item);
    if (!entry || !isRoomyMap(item)) continue;
    remark(hand, list, item, entry.remarks);
    onMap(hand, item, entry.keys, `${path}[${index}]`);
  }
}

function remark(hand: Hand, list: YAMLSeq, item: YAMLMap, remarks: readonly string[]): void {
  const at = hand.text.lastIndexOf('\n', (item.range?.[0] ?? 0) - 1) + 1;
  const indent = indentOf(hand.text, list);
  hand.insertions.push({ at, text: remarks.map((line) => `${indent}#: ${line}\n`).join('') });
}

function onValue(hand: Hand, node: unknown, { value, why, isOffer, isTaste }: Word, at: string): void {
  const own = contentOf(node, hand.document);
  if (isEqual(own, value)) {
    beside(hand, node, why);
    return;
  }
  if (isOffer || isTaste || hasVariable(own)) return;
  hand.kept.push({ at, kept: own, seen: value, why });
  beside(hand, node, `seen now: ${inline(value)}${why === '' ? '' : ` (${why})`}`);
}

/** Only where the line has no comment of the caller's yet. */
function beside(hand: Hand, node: unknown, why: string): void {
  const end = endOf(node);
  if (why === '' || end === undefined || (isScalar(node) && /^BLOCK/.test(node.type ?? ''))) return;
  const rest = /^[ \t]*(?=\r?\n|$)/.exec(hand.text.slice(end))?.[0];
  if (rest !== undefined) hand.insertions.push({ at: end, text: `  #: ${why}` });
}

const isEqual = (one: Json, other: Json): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Readonly<Record<string, Json>>).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const hasVariable = (value: Json): boolean => JSON.stringify(value).includes('${');
