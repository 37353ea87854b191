import { decodePercent, escapeRegExp } from '../../model/escapes.js';
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

/** Maximum number of values that are kept, and minimum length of one: a shorter one may be the name of a collection. */
const maxValues = 10_000;
const minValueLength = 8;

const segment = '[^/\\s?#"\'`<>\\\\{},;)]+';
const segmentPattern = new RegExp(`(?<=/)${segment}`, 'g');

/** Finds the parts of addresses that give access to an item, such as the token of an invitation. */
export function createAddressSearch(isHidden: NamePredicate) {
  const values = new Set<string>();
  const patterns = new Map<string, RegExp>();
  return {
    /** Masks these values where they are a segment of an address. */
    addValues(more: readonly string[]): void {
      for (const value of more) if (value.length >= minValueLength && values.size < maxValues) values.add(value);
    },
    /** Masks what stands for the sensitive parameters of these path templates. */
    addTemplates(templates: readonly string[]): void {
      for (const template of templates) {
        const hasSecret = [...template.matchAll(/\{([^}]+)\}/g)].some(([, name = '']) => isHidden(name));
        if (hasSecret) patterns.set(template, buildPattern(template, isHidden));
      }
    },
    addMasks(text: string, masks: Mask[]): void {
      if (values.size + patterns.size === 0 || !text.includes('/')) return;
      if (values.size > 0) addValueMasks(text, values, masks);
      for (const pattern of patterns.values()) addPatternMasks(text, pattern, masks);
    },
  };
}

function addValueMasks(text: string, values: ReadonlySet<string>, masks: Mask[]): void {
  for (const { index, 0: found } of text.matchAll(segmentPattern))
    if (values.has(found) || (found.includes('%') && values.has(decodePercent(found))))
      masks.push({ from: index, to: index + found.length, shown: redactedText });
}

function addPatternMasks(text: string, pattern: RegExp, masks: Mask[]): void {
  for (const { indices = [] } of text.matchAll(pattern))
    for (const found of indices.slice(1)) if (found) masks.push({ from: found[0], to: found[1], shown: redactedText });
}

/** Matches the addresses of a path template; each group is a sensitive segment. */
function buildPattern(template: string, isHidden: NamePredicate): RegExp {
  const parts = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return escapeRegExp(part);
    return isHidden(part.slice(1, -1)) ? `(${segment})` : segment;
  });
  return new RegExp(parts.join(''), 'dg');
}
