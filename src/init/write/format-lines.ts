import { stringify } from 'yaml';
import type { Json } from '../../model/json.js';
import { isDeclared, type ListEntry, type ProfileKey } from './profile-keys.js';

/** A value on one line. */
export const renderInline = (value: Json): string => {
  const isPlain = typeof value !== 'object' || value === null;
  const layout = isPlain ? ({ blockQuote: false } as const) : ({ collectionStyle: 'flow' } as const);
  return stringify(value, { ...layout, lineWidth: 0, flowCollectionPadding: false })
    .trim()
    .replaceAll('\n', ' ');
};

/** The lines of a key, without suggestions. */
export function renderKey(key: ProfileKey, indent: string): string[] {
  const { name, draftValue, keys, list } = key;
  if (!isDeclared(key)) return [];
  const label = `${indent}${renderInline(name)}:`;
  if (draftValue) return [`${label} ${renderInline(draftValue.value)}`];
  if (list) return [label, ...list.flatMap((entry, index) => renderEntry(entry, `${indent}  `, index > 0))];
  return [label, ...keys.flatMap((below) => renderKey(below, `${indent}  `))];
}

/** The lines of an entry of a list; resources are separated by blank lines. */
export function renderEntry({ key, keys }: ListEntry, indent: string, isLater: boolean): string[] {
  const [first = '', ...rest] = keys.flatMap((below) => renderKey(below, `${indent}  `));
  const gap = isLater && key === 'collection' ? [''] : [];
  return [...gap, `${indent}- ${first.trimStart()}`, ...rest];
}

/** The lines that suggest a key and those below it; the user removes the mark to use them. */
export function renderOffer({ name, draftValue, keys }: ProfileKey, indent: string, deeper = ''): string[] {
  const label = `${indent}#? ${deeper}${renderInline(name)}:`;
  if (draftValue)
    return draftValue.isOffer
      ? [`${label} ${renderInline(draftValue.value)}${draftValue.why === '' ? '' : `  # ${draftValue.why}`}`]
      : [];
  const below = keys.flatMap((key) => renderOffer(key, indent, `${deeper}  `));
  return below.length === 0 ? [] : [label, ...below];
}
