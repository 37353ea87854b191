import { escapeRegExp } from '../../model/escapes.js';
import { normalizeName, parsePointer } from '../../model/json.js';
import type { Redaction, ShortSecret } from '../../model/redaction.js';
import type { Mask } from './mask.js';
import { addNamedMasks, addPasswordMasks, findValueMasks } from './mask-members.js';
import { isSensitiveName, sensitiveStemPattern } from './sensitive-names.js';

export type HiddenNames = ReturnType<typeof createHiddenNames>;

const maxNames = 10_000;

export function createHiddenNames({ fields = [], pointers = [], patterns = [], readable = [], alone = [] }: Redaction) {
  const own = new Set(fields.map(normalizeName));
  const shown = new Set(readable.map(normalizeName));
  const steps = pointers.map(parsePointer).filter((some) => some.length > 0);
  const stem = new RegExp([sensitiveStemPattern, ...[...own].filter(Boolean).map(buildSpellingPattern)].join('|'), 'g');
  const remembered = new Map<string, boolean>();
  const isHidden = (name: string): boolean => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const plain = normalizeName(name);
    const answer = own.has(plain) || (isSensitiveName(name) && !shown.has(plain));
    if (remembered.size < maxNames) remembered.set(name, answer);
    return answer;
  };
  return {
    isHidden,
    /** Whether one of these members or header fields has a hidden name. */
    hasHidden(named: object): boolean {
      for (const name in named) if (remembered.get(name) ?? isHidden(name)) return true;
      return false;
    },
    isAt: (place: readonly string[]) => steps.length > 0 && isAtAnyPointer(steps, place),
    patterns: patterns.map((source) => new RegExp(source, 'g')),
    findMasks(text: string, isContent: boolean): Mask[] {
      const masks: Mask[] = isContent && steps.length > 0 ? findPointerMasks(text, steps) : [];
      if (alone.length > 0) masks.push(...findShortSecretMasks(text, alone));
      addNamedMasks(text, stem, isHidden, masks);
      if (text.includes('://') && text.includes('@')) addPasswordMasks(text, masks);
      return masks;
    },
  };
}

/** Matches the spellings of a name: `x-customer`, `xCustomer`, `X_CUSTOMER`. */
const buildSpellingPattern = (name: string): string =>
  [...normalizeName(name)].map((sign) => (/\d/.test(sign) ? sign : `[${sign}${sign.toUpperCase()}]`)).join('[\\W_]?');

function findShortSecretMasks(text: string, alone: readonly ShortSecret[]): Mask[] {
  return alone.flatMap(({ field, secret }) => {
    const stemOfOwn = new RegExp(buildSpellingPattern(field), 'g');
    const isOwn = (name: string) => normalizeName(name) === normalizeName(field);
    const line = new RegExp(`^(?<=(?:^|\\n)${escapeRegExp(field)}\\n)${escapeRegExp(secret.reveal())}$`, 'gim');
    const inLines = [...text.matchAll(line)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
    const named: Mask[] = [];
    addNamedMasks(text, stemOfOwn, isOwn, named);
    return [...named, ...inLines]
      .filter(({ from, to }) => text.slice(from, to) === secret.reveal())
      .map(({ from, to }) => ({ from, to, shown: `\${${secret.name}}` }));
  });
}

/** The steps of a pointer; `*` matches any step. */
type PointerSteps = readonly string[];

/** Whether a place is at or below a pointer, from the root or from any step on: an item may be in a list. */
function isAtAnyPointer(pointers: readonly PointerSteps[], place: readonly string[]): boolean {
  return pointers.some((steps) => {
    const above = place.length - steps.length;
    return above >= 0 && steps.every((step, i) => step === '*' || step === place[above + i]);
  });
}

/** Masks the values at pointers in a JSON text, complete or cut off, or where JSON begins inside another text. */
function findPointerMasks(text: string, pointers: readonly PointerSteps[]): Mask[] {
  const start = pointers.length === 0 ? -1 : text.search(/[[{]\s*["[{}\]]/);
  if (start < 0) return [];
  const walk = createJsonWalk();
  const words = text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs);
  return [...words].flatMap(({ 0: word, index }) => {
    const place = walk.valueAt(word);
    return place && isAtAnyPointer(pointers, place) ? findValueMasks(text, start + index) : [];
  });
}

/** Walks through JSON token by token, and returns the place of each value. */
function createJsonWalk() {
  const open: { readonly isList: boolean; key: string; count: number }[] = [];
  let isKeyNext = false;
  const enter = (word: string) => {
    if (word !== '[' && word !== '{') return;
    open.push({ isList: word === '[', key: '0', count: 0 });
    isKeyNext = word === '{';
  };
  const next = () => {
    const here = open.at(-1);
    if (here === undefined) return;
    here.count += 1;
    if (here.isList) here.key = String(here.count);
    isKeyNext = !here.isList;
  };
  return {
    valueAt(word: string): readonly string[] | undefined {
      if (word === ',') next();
      if (word === ']' || word === '}') {
        open.pop();
        isKeyNext = false;
      }
      if (/^[\]},:]$/.test(word)) return undefined;
      const here = open.at(-1);
      if (here && isKeyNext) {
        here.key = parseKey(word);
        isKeyNext = false;
        return undefined;
      }
      const place = open.map(({ key }) => key);
      enter(word);
      return place;
    },
  };
}

function parseKey(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return word.slice(1, -1);
  }
}
