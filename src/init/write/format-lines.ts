import { stringify } from 'yaml';
import type { Json } from '../../model/json.js';
import { type Entry, isSaid, type Key } from './profile-keys.js';

/** A value on one line. */
export const inline = (value: Json): string => {
  const isPlain = typeof value !== 'object' || value === null;
  const layout = isPlain ? ({ blockQuote: false } as const) : ({ collectionStyle: 'flow' } as const);
  return stringify(value, { ...layout, lineWidth: 0, flowCollectionPadding: false })
    .trim()
    .replaceAll('\n', ' ');
};

/** The lines of what a key says, without what it only offers. */
export function linesOf(key: Key, indent: string): string[] {
  const { name, word, keys, list } = key;
  if (!isSaid(key)) return [];
  const label = `${indent}${inline(name)}:`;
  if (word) return [`${label} ${inline(word.value)}`];
  if (list) return [label, ...list.flatMap((entry, index) => entryLines(entry, `${indent}  `, index > 0))];
  return [label, ...keys.flatMap((below) => linesOf(below, `${indent}  `))];
}

/** The lines of an entry of a list; resources stand apart from each other. */
export function entryLines({ key, keys }: Entry, indent: string, isLater: boolean): string[] {
  const [first = '', ...rest] = keys.flatMap((below) => linesOf(below, `${indent}  `));
  const gap = isLater && key === 'collection' ? [''] : [];
  return [...gap, `${indent}- ${first.trimStart()}`, ...rest];
}

/** The lines that offer a key and what is below it, to be taken up by taking the sign away. */
export function offerLines({ name, word, keys }: Key, indent: string, deeper = ''): string[] {
  const label = `${indent}#? ${deeper}${inline(name)}:`;
  if (word) return word.isOffer ? [`${label} ${inline(word.value)}${word.why === '' ? '' : `  # ${word.why}`}`] : [];
  const below = keys.flatMap((key) => offerLines(key, indent, `${deeper}  `));
  return below.length === 0 ? [] : [label, ...below];
}
