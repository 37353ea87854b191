import { isMap, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { renderEntry, renderKey } from './format-lines.js';
import {
  findIndent,
  findLineAfter,
  findPair,
  type Insertion,
  insertAll,
  isBlockList,
  isBlockMap,
} from './insert-text.js';
import { isDeclared, isSamePath, type ListEntry, type ProfileKey } from './profile-keys.js';

/** Adds the missing keys to a profile; its content is not changed. */
export function completeProfile(text: string, keys: readonly ProfileKey[]): string {
  const document = parseDocument(text);
  if (document.contents === null) return text + renderNewProfile(keys);
  if (!isBlockMap(document.contents)) return text;
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  return insertAll(whole, insertIntoMap(whole, document.contents, keys));
}

/** Keys with nested keys are separated by blank lines. */
const renderNewProfile = (keys: readonly ProfileKey[]): string =>
  keys
    .filter(isDeclared)
    .map((key) => `${key.draftValue ? '' : '\n'}${renderKey(key, '').join('\n')}\n`)
    .join('');

/** Insertions into the last key of a mapping precede what follows that key. */
function insertIntoMap(text: string, map: YAMLMap, keys: readonly ProfileKey[]): Insertion[] {
  const told = keys.filter(isDeclared);
  const deeper = told.flatMap((key): Insertion[] => {
    const { value } = findPair(map, key.name) ?? {};
    if (key.list) return isBlockList(value) ? insertIntoList(text, value, key.list) : [];
    return !key.draftValue && isBlockMap(value) ? insertIntoMap(text, value, key.keys) : [];
  });
  const missing = told.filter(({ name }) => !findPair(map, name));
  const lines = missing.flatMap((key) => renderKey(key, findIndent(text, map)));
  return [...deeper, ...insertAtEnd(text, map, lines)];
}

function insertIntoList(text: string, list: YAMLSeq, entries: readonly ListEntry[]): Insertion[] {
  const deeper = entries.flatMap((entry) => {
    const twin = findEntry(list, entry);
    return isBlockMap(twin) ? insertIntoMap(text, twin, entry.keys) : [];
  });
  const missing = entries.filter((entry) => !findEntry(list, entry));
  const lines = missing.flatMap((entry) => renderEntry(entry, findIndent(text, list), true));
  return [...deeper, ...insertAtEnd(text, list, lines)];
}

const insertAtEnd = (text: string, node: YAMLMap | YAMLSeq, lines: readonly string[]): Insertion[] =>
  lines.length === 0 ? [] : [{ at: findLineAfter(text, node), text: `${lines.join('\n')}\n` }];

/** Finds the entry of a list with the same path: the same text, or else the same path with other parameter names. */
export function findEntry(list: YAMLSeq, { key, servicePath }: ListEntry): unknown {
  const placeOf = (item: unknown) => (isMap(item) ? item.get(key) : undefined);
  const exact = list.items.find((item) => placeOf(item) === servicePath);
  if (exact) return exact;
  return list.items.find((item) => {
    const place = placeOf(item);
    return typeof place === 'string' && isSamePath(place, servicePath);
  });
}
