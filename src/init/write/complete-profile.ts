import { isMap, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { isSamePlace } from '../same-path.js';
import { entryLines, linesOf } from './format-lines.js';
import { afterNode, type Insertion, indentOf, isRoomyList, isRoomyMap, pairIn, withAll } from './insert-text.js';
import { type Entry, isSaid, type Key } from './profile-keys.js';

/** A profile with the keys that it lacks; what stands in it is not touched. */
export function completed(text: string, keys: readonly Key[]): string {
  const document = parseDocument(text);
  if (document.contents === null) return text + freshText(keys);
  if (!isRoomyMap(document.contents)) return text;
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  return withAll(whole, intoMap(whole, document.contents, keys));
}

/** Keys with something below them stand apart. */
const freshText = (keys: readonly Key[]): string =>
  keys
    .filter(isSaid)
    .map((key) => `${key.word ? '' : '\n'}${linesOf(key, '').join('\n')}\n`)
    .join('');

/** What goes into the last key of a mapping goes before what follows that key. */
function intoMap(text: string, map: YAMLMap, keys: readonly Key[]): Insertion[] {
  const told = keys.filter(isSaid);
  const deeper = told.flatMap((key): Insertion[] => {
    const { value } = pairIn(map, key.name) ?? {};
    if (key.list) return isRoomyList(value) ? intoList(text, value, key.list) : [];
    return !key.word && isRoomyMap(value) ? intoMap(text, value, key.keys) : [];
  });
  const missing = told.filter(({ name }) => !pairIn(map, name));
  const lines = missing.flatMap((key) => linesOf(key, indentOf(text, map)));
  return [...deeper, ...atEnd(text, map, lines)];
}

function intoList(text: string, list: YAMLSeq, entries: readonly Entry[]): Insertion[] {
  const deeper = entries.flatMap((entry) => {
    const twin = entryIn(list, entry);
    return isRoomyMap(twin) ? intoMap(text, twin, entry.keys) : [];
  });
  const missing = entries.filter((entry) => !entryIn(list, entry));
  const lines = missing.flatMap((entry) => entryLines(entry, indentOf(text, list), true));
  return [...deeper, ...atEnd(text, list, lines)];
}

const atEnd = (text: string, node: YAMLMap | YAMLSeq, lines: readonly string[]): Insertion[] =>
  lines.length === 0 ? [] : [{ at: afterNode(text, node, 0), text: `${lines.join('\n')}\n` }];

/** The entry of a list that is about the same place on the service: by the letter, or else by what its holes may stand for. */
export function entryIn(list: YAMLSeq, { key, at }: Entry): unknown {
  const placeOf = (item: unknown) => (isMap(item) ? item.get(key) : undefined);
  const exact = list.items.find((item) => placeOf(item) === at);
  if (exact) return exact;
  return list.items.find((item) => {
    const place = placeOf(item);
    return typeof place === 'string' && isSamePlace(place, at);
  });
}
