import type { Mask } from './mask.js';

/** Whether values with this name are redacted. */
export type NamePredicate = (name: string) => boolean;

/** Replaces a value without a name. */
export const redactedText = '[redacted]';

const maxNameLength = 80;

const nameCharacterPattern = /[\w.\-[\]]/;

/** Masks hidden members and parameters in a text, also in nested or cut JSON; `stem` matches parts of their names. */
export function addNamedMasks(text: string, stem: RegExp, isHidden: NamePredicate, masks: Mask[]): void {
  // A value follows an equals sign, or a name in quotes.
  if (!text.includes('"') && !text.includes('=')) return;
  stem.lastIndex = 0;
  for (let found = stem.exec(text); found !== null; found = stem.exec(text)) {
    const at = found.index;
    let from = at;
    while (from > 0 && at - from < maxNameLength && nameCharacterPattern.test(text[from - 1] ?? '')) from -= 1;
    let to = at;
    while (to < text.length && to - at < maxNameLength && nameCharacterPattern.test(text[to] ?? '')) to += 1;
    stem.lastIndex = Math.max(to, at + 1);
    if (isHidden(text.slice(from, to))) masks.push(...findMasksAfterName(text, from, to));
  }
}

export function addPasswordMasks(text: string, masks: Mask[]): void {
  for (const { index, 0: found } of text.matchAll(/:\/\/([^\s/@"'<>\\]*:[^\s/@"'<>\\]+)@/g))
    masks.push({ from: index + 3, to: index + found.length - 1, shown: redactedText });
}

/** Masks the value after a name: of a member in quotes, or of a parameter before an equals sign. */
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

/** Masks the value that begins here: a text, a number, those in a list, or the texts in an object that is no schema. */
export function findValueMasks(text: string, start: number, slashes = ''): Mask[] {
  const first = text[start + slashes.length];
  if (text.startsWith(`${slashes}"`, start)) {
    const from = start + slashes.length + 1;
    const to = findTextEnd(text, from, slashes.length);
    return to > from ? [{ from, to, shown: redactedText }] : [];
  }
  if (slashes === '' && (first === '[' || first === '{')) return findMasksInGroup(text, start);
  // A number is replaced by a number, so that the JSON keeps its type.
  const [number] = matchAtPosition(/-?\d[\d.eE+-]*/y, text, start);
  return number === undefined ? [] : [{ from: start, to: start + number.length, shown: '0' }];
}

/** Finds the end of a text whose quotes are escaped once per level of nesting, or the end of the input. */
function findTextEnd(text: string, start: number, depth: number): number {
  let backslashes = 0;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '\\') backslashes += 1;
    else if (text[i] === '"' && backslashes % (2 * depth + 2) === depth) return i - depth;
    else backslashes = 0;
  }
  return text.length;
}

/** Finds the end of the list or object that begins here. */
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
  const masks: Mask[] = [];
  for (const { index, 0: found } of group.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*/gs)) {
    if (found.endsWith(':') || found === '""') continue;
    const isText = found.startsWith('"');
    const from = start + index + (isText ? 1 : 0);
    const to = from + found.length - (isText ? 2 : 0);
    masks.push({ from, to, shown: isText ? redactedText : '0' });
  }
  return masks;
}
