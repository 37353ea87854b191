import type { Mask } from './mask.js';

/** Whether what goes by a name is hidden. */
export type NamePredicate = (name: string) => boolean;

/** Stands for a value that has no name of its own. */
export const redactedText = '[redacted]';

/** The values of hidden members and parameters, wherever in a text they stand, JSON in a string of other JSON as well; whole or cut off. `stem` finds what hidden names hold. */
export function findNamedMasks(text: string, stem: RegExp, isHidden: NamePredicate): Mask[] {
  const blots: Mask[] = [];
  // A value follows an equals sign, or a name in quotes.
  if (!text.includes('"') && !text.includes('=')) return blots;
  stem.lastIndex = 0;
  for (let found = stem.exec(text); found !== null; found = stem.exec(text)) {
    const [from, to] = findNameBounds(text, found.index);
    stem.lastIndex = Math.max(to, found.index + 1);
    if (isHidden(text.slice(from, to))) blots.push(...findMasksAfterName(text, from, to));
  }
  return blots;
}

/** Passwords in front of a host. */
export const findPasswordMasks = (text: string): Mask[] =>
  text.includes('@')
    ? [...text.matchAll(/:\/\/([^\s/@"'<>\\]*:[^\s/@"'<>\\]+)@/g)].map(({ index, 0: { length } }) => ({
        from: index + 3,
        to: index + length - 1,
        shown: redactedText,
      }))
    : [];

/** Names are not longer. */
const maxNameLength = 80;

const nameCharacterPattern = /[\w.\-[\]]/;

function findNameBounds(text: string, at: number): readonly [from: number, to: number] {
  let from = at;
  while (from > 0 && at - from < maxNameLength && nameCharacterPattern.test(text[from - 1] ?? '')) from -= 1;
  let to = at;
  while (to < text.length && to - at < maxNameLength && nameCharacterPattern.test(text[to] ?? '')) to += 1;
  return [from, to];
}

/** What a name stands before: the value of a member where it stands in quotes, of a parameter where an equals sign follows. */
function findMasksAfterName(text: string, from: number, to: number): Mask[] {
  if (text[to] === '=') {
    const [value = ''] = matchAtPosition(/[^&\s"'<>#;,\\]*/y, text, to + 1);
    return value === '' ? [] : [{ from: to + 1, to: to + 1 + value.length, shown: redactedText }];
  }
  const [whole, slashes = ''] = matchAtPosition(/(\\*)"\s*:\s*/y, text, to);
  return whole === undefined || text[from - 1] !== '"' ? [] : findValueMasks(text, to + whole.length, slashes);
}

const matchAtPosition = (pattern: RegExp, text: string, at: number): readonly (string | undefined)[] => {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
};

/** The value that begins here: a text or a number, all of those in a list, and all texts below an object that is no schema. */
export function findValueMasks(text: string, start: number, slashes = ''): Mask[] {
  const first = text[start + slashes.length];
  if (text.startsWith(`${slashes}"`, start)) {
    const from = start + slashes.length + 1;
    const to = findTextEnd(text, from, slashes.length);
    return to > from ? [{ from, to, shown: redactedText }] : [];
  }
  if (slashes === '' && (first === '[' || first === '{')) return findMasksInGroup(text, start);
  // A number stays one, so that who reads the JSON still finds the type that was there.
  const [number] = matchAtPosition(/-?\d[\d.eE+-]*/y, text, start);
  return number === undefined ? [] : [{ from: start, to: start + number.length, shown: '0' }];
}

/** Where a text ends whose quotes are escaped as often as it stands within others; at the end of what was cut off. */
function findTextEnd(text: string, start: number, depth: number): number {
  let backslashes = 0;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '\\') backslashes += 1;
    else if (text[i] === '"' && backslashes % (2 * depth + 2) === depth) return i - depth;
    else backslashes = 0;
  }
  return text.length;
}

/** Where the list or object that begins here ends. */
function findGroupEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') i = findTextEnd(text, i + 1, 0);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

const schemaPattern = /"(?:\$ref|type|oneOf|anyOf|allOf|properties)"\s*:/;

function findMasksInGroup(text: string, start: number): Mask[] {
  const end = findGroupEnd(text, start);
  const group = text.slice(start, end);
  if (schemaPattern.test(group)) return [];
  const blots: Mask[] = [];
  for (const { index, 0: found } of group.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*/gs)) {
    if (found.endsWith(':') || found === '""') continue;
    const isText = found.startsWith('"');
    const from = start + index + (isText ? 1 : 0);
    const to = from + found.length - (isText ? 2 : 0);
    blots.push({ from, to, shown: isText ? redactedText : '0' });
  }
  return blots;
}
