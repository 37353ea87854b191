import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Json } from '../../model/json.js';

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Inserts texts into another; texts with the same offset keep their order. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const ordered = insertions.map((one, index) => ({ ...one, index })).sort((a, b) => a.at - b.at || a.index - b.index);
  let result = '';
  let at = 0;
  for (const insertion of ordered) {
    result += text.slice(at, insertion.at) + insertion.text;
    at = insertion.at;
  }
  return result + text.slice(at);
}

/** The value of a key in a mapping; undefined if the key is missing. */
export function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => String(isScalar(key) ? key.value : key) === name);
}

/** A mapping with one line per key, to which keys can be added. */
export const isBlockMap = (node: unknown): node is YAMLMap =>
  isMap(node) && node.flow !== true && node.items.length > 0;

/** A list with one line per entry. */
export const isBlockList = (node: unknown): node is YAMLSeq =>
  isSeq(node) && node.flow !== true && node.items.length > 0;

/** The spaces before the keys of a mapping, or before the dashes of a list. */
export function findIndent(text: string, node: YAMLMap | YAMLSeq): string {
  const at = node.range?.[0] ?? 0;
  return ' '.repeat(at - (text.lastIndexOf('\n', at - 1) + 1));
}

/** The start of the line after a node. */
export function findLineAfter(text: string, node: unknown): number {
  const end = findEnd(node) ?? 0;
  if (text[end - 1] === '\n') return end;
  const newline = text.indexOf('\n', end);
  return newline < 0 ? text.length : newline + 1;
}

/** Comments after the last value belong to no node, so the end of a collection is the end of its last leaf. */
export function findEnd(node: unknown): number | undefined {
  if (isCollection(node) && node.flow !== true) {
    const last = node.items.at(-1) as Pair | Node | undefined;
    if (last === undefined) return node.range?.[1];
    return isNode(last) ? findEnd(last) : (findPairEnd(last) ?? node.range?.[1]);
  }
  return isNode(node) ? (node.range?.[1] ?? undefined) : undefined;
}

const findPairEnd = ({ key, value }: Pair): number | undefined =>
  isScalar(value) && value.source === '' ? findEnd(key) : (findEnd(value) ?? findEnd(key));

export const readNodeValue = (node: unknown, document: Document): Json =>
  isNode(node) ? (node.toJS(document) as Json) : null;
