import type { Blot } from './mask.js';

/** Whether what goes by a name is hidden. */
export type IsHidden = (name: string) => boolean;

/** Stands for a value that has no name of its own. */
export const blank = '[redacted]';

/** The values of hidden members and parameters, wherever in a text they stand, JSON in a string of other JSON as well; whole or cut off. `stem` finds what hidden names hold. */
export function namedBlots(text: string, stem: RegExp, isHidden: IsHidden): Blot[] {
  const blots: Blot[] = [];
  // A value follows an equals sign, or a name in quotes.
  if (!text.includes('"') && !text.includes('=')) return blots;
  stem.lastIndex = 0;
  for (let found = stem.exec(text); found !== null; found = stem.exec(text)) {
    const [from, to] = nameAround(text, found.index);
    stem.lastIndex = Math.max(to, found.index + 1);
    if (isHidden(text.slice(from, to))) blots.push(...blotsAfter(text, from, to));
  }
  return blots;
}

/** Passwords in front of a host. */
export const hostBlots = (text: string): Blot[] =>
  text.includes('@')
    ? [...text.matchAll(/:\/\/([^\s/@"'<>\\]*:[^\s/@"'<>\\]+)@/g)].map(({ index, 0: { length } }) => ({
        from: index + 3,
        to: index + length - 1,
        shown: blank,
      }))
    : [];

/** Names are not longer. */
const longestName = 80;

const inName = /[\w.\-[\]]/;

function nameAround(text: string, at: number): readonly [from: number, to: number] {
  let from = at;
  while (from > 0 && at - from < longestName && inName.test(text[from - 1] ?? '')) from -= 1;
  let to = at;
  while (to < text.length && to - at < longestName && inName.test(text[to] ?? '')) to += 1;
  return [from, to];
}

/** What a name stands before: the value of a member where it stands in quotes, of a parameter where an equals sign follows. */
function blotsAfter(text: string, from: number, to: number): Blot[] {
  if (text[to] === '=') {
    const [value = ''] = sticky(/[^&\s"'<>#;,\\]*/y, text, to + 1);
    return value === '' ? [] : [{ from: to + 1, to: to + 1 + value.length, shown: blank }];
  }
  const [whole, slashes = ''] = sticky(/(\\*)"\s*:\s*/y, text, to);
  return whole === undefined || text[from - 1] !== '"' ? [] : valueBlots(text, to + whole.length, slashes);
}

const sticky = (pattern: RegExp, text: string, at: number): readonly (string | undefined)[] => {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
};

/** The value that begins here: a text or a number, all of those in a list, and all texts below an object that is no schema. */
export function valueBlots(text: string, start: number, slashes = ''): Blot[] {
  const first = text[start + slashes.length];
  if (text.startsWith(`${slashes}"`, start)) {
    const from = start + slashes.length + 1;
    const to = endOfText(text, from, slashes.length);
    return to > from ? [{ from, to, shown: blank }] : [];
  }
  if (slashes === '' && (first === '[' || first === '{')) return blotsWithin(text, start);
  // A number stays one, so that who reads the JSON still finds the type that was there.
  const [number] = sticky(/-?\d[\d.eE+-]*/y, text, start);
  return number === undefined ? [] : [{ from: start, to: start + number.length, shown: '0' }];
}

/** Where a text ends whose quotes are escaped as often as it stands within others; at the end of what was cut off. */
function endOfText(text: string, start: number, depth: number): number {
  let backslashes = 0;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '\\') backslashes += 1;
    else if (text[i] === '"' && backslashes % (2 * depth + 2) === depth) return i - depth;
    else backslashes = 0;
  }
  return text.length;
}

/** Where the list or object that begins here ends. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') i = endOfText(text, i + 1, 0);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

const schema = /"(?:\$ref|type|oneOf|anyOf|allOf|properties)"\s*:/;

function blotsWithin(text: string, start: number): Blot[] {
  const end = endOfGroup(text, start);
  const group = text.slice(start, end);
  if (schema.test(group)) return [];
  const blots: Blot[] = [];
  for (const { index, 0: found } of group.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*/gs)) {
    if (found.endsWith(':') || found === '""') continue;
    const isText = found.startsWith('"');
    const from = start + index + (isText ? 1 : 0);
    const to = from + found.length - (isText ? 2 : 0);
    blots.push({ from, to, shown: isText ? blank : '0' });
  }
  return blots;
}
