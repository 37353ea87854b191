import { type Document, isScalar, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Json, sortMembers } from '../../model/json.js';
import type { DraftValue } from '../draft-passage.js';
import { findEntry } from './complete-profile.js';
import { renderInline, renderOffer } from './format-lines.js';
import {
  findEnd,
  findIndent,
  findLineAfter,
  findPair,
  type Insertion,
  insertAll,
  isBlockList,
  isBlockMap,
  readNodeValue,
} from './insert-text.js';
import { isDeclared, type ListEntry, type ProfileKey } from './profile-keys.js';

/** A value of the user that differs from the survey. */
export interface KeptValue {
  readonly at: string;
  readonly kept: Json;
  readonly seen: Json;
  readonly why: string;
}

export interface OpenKey {
  readonly at: string;
  readonly draftValue: DraftValue;
}

export interface AnnotatedProfile {
  readonly text: string;
  readonly kept: readonly KeptValue[];
  readonly open: readonly OpenKey[];
}

interface AnnotationState {
  readonly text: string;
  readonly document: Document;
  readonly insertions: Insertion[];
  readonly kept: KeptValue[];
  readonly open: OpenKey[];
}

/** Adds to each key its provenance and certainty, and below the keys the suggestions. */
export function annotateProfile(text: string, keys: readonly ProfileKey[], remarks: readonly string[]) {
  const document = parseDocument(text);
  const hand: AnnotationState = { text, document, insertions: [], kept: [], open: [] };
  const head = /^# yaml-language-server:.*\r?\n/.exec(text)?.[0].length ?? 0;
  hand.insertions.push({ at: head, text: remarks.map((remark) => `#: ${remark}\n`).join('') });
  if (isBlockMap(document.contents)) annotateMap(hand, document.contents, keys, '');
  return { ...hand, text: insertAll(text, hand.insertions) };
}

function annotateMap(hand: AnnotationState, map: YAMLMap, keys: readonly ProfileKey[], root: string): void {
  const missing: ProfileKey[] = [];
  for (const key of keys) {
    const pair = findPair(map, key.name);
    if (!pair) missing.push(key);
    else if (key.list) annotateList(hand, pair.value, key.list, joinPath(root, key.name));
    else if (key.draftValue) annotateValue(hand, pair.value, key.draftValue, joinPath(root, ...key.draftValue.path));
    else if (isBlockMap(pair.value)) annotateMap(hand, pair.value, key.keys, root);
  }
  suggestMissing(hand, map, missing, root);
}

/** Locations are relative to the resource or action. */
const joinPath = (root: string, ...path: readonly string[]): string =>
  [root, ...path].filter((part) => part !== '').join('.');

function suggestMissing(hand: AnnotationState, map: YAMLMap, missing: readonly ProfileKey[], root: string): void {
  const indent = findIndent(hand.text, map);
  const lines = missing.filter((key) => !isDeclared(key)).flatMap((key) => renderOffer(key, indent));
  const words = missing.flatMap(listOffers);
  hand.open.push(...words.map((word) => ({ at: joinPath(root, ...word.path), draftValue: word })));
  if (lines.length === 0) return;
  const gap = indent === '' ? '\n' : '';
  hand.insertions.push({ at: findLineAfter(hand.text, map), text: `${gap}${lines.join('\n')}\n` });
}

const listOffers = ({ draftValue, keys }: ProfileKey): DraftValue[] =>
  draftValue ? (draftValue.isOffer ? [draftValue] : []) : keys.flatMap(listOffers);

/** In the order of the file: insertions at the end of one entry precede those at the beginning of the next. */
function annotateList(hand: AnnotationState, list: unknown, entries: readonly ListEntry[], path: string): void {
  if (!isBlockList(list)) return;
  const twins = new Map(entries.map((entry) => [findEntry(list, entry), entry]));
  for (const [index, item] of list.items.entries()) {
    const entry = twins.get(item);
    if (!entry || !isBlockMap(item)) continue;
    insertRemarks(hand, list, item, entry.remarks);
    annotateMap(hand, item, entry.keys, `${path}[${index}]`);
  }
}

function insertRemarks(hand: AnnotationState, list: YAMLSeq, item: YAMLMap, remarks: readonly string[]): void {
  const at = hand.text.lastIndexOf('\n', (item.range?.[0] ?? 0) - 1) + 1;
  const indent = findIndent(hand.text, list);
  hand.insertions.push({ at, text: remarks.map((line) => `${indent}#: ${line}\n`).join('') });
}

function annotateValue(hand: AnnotationState, node: unknown, { value, why, isOffer, isTaste }: DraftValue, at: string) {
  const own = readNodeValue(node, hand.document);
  if (JSON.stringify(sortMembers(own)) === JSON.stringify(sortMembers(value))) {
    insertComment(hand, node, why);
    return;
  }
  if (isOffer || isTaste || JSON.stringify(own).includes('${')) return;
  hand.kept.push({ at, kept: own, seen: value, why });
  insertComment(hand, node, `observed now: ${renderInline(value)}${why === '' ? '' : ` (${why})`}`);
}

/** Only if the line has no comment of the user. */
function insertComment(hand: AnnotationState, node: unknown, why: string): void {
  const end = findEnd(node);
  if (why === '' || end === undefined || (isScalar(node) && /^BLOCK/.test(node.type ?? ''))) return;
  const rest = /^[ \t]*(?=\r?\n|$)/.exec(hand.text.slice(end))?.[0];
  if (rest !== undefined) hand.insertions.push({ at: end, text: `  #: ${why}` });
}
