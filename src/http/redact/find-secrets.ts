import { decoded, deepest, hasEscape, hasLetteredEscape, type Layer } from './decode-escapes.js';
import { type Blot, merged } from './mask.js';
import { gramsOf, type Match } from './ngram-index.js';
import { type Canon, canonOf } from './normalize.js';
import { type Form, formsOf, leastCanon, leastSecret } from './secret-forms.js';

/** A value that must not be shown, and what is shown for it. */
export interface Named {
  readonly value: string;
  readonly shown: string;
}

/** Looks for secrets in texts, in whatever form they travel. */
export interface Search {
  hide(secrets: readonly Named[]): void;
  /** Where secrets stand; `isSure` leaves out those so short that they may stand there by chance. */
  blots(text: string, isSure?: boolean): Blot[];
  readonly isEmpty: boolean;
}

/** Opens a search for nothing. `patterns` are looked for as well. */
export function searchOf(patterns: readonly RegExp[] = []): Search {
  const grams = gramsOf();
  const exact = exactly();
  const placeholders = new Set<string>();
  let isEmpty = patterns.length === 0;
  const inLayer = (layer: Layer, canon: Canon, isSure: boolean): Blot[] => [
    ...grams.find(canon).map((match) => blotOf(layer, canon, match)),
    ...(isSure ? [] : exact.find(layer)),
    ...patterns.flatMap((pattern) => stretches(layer, pattern, () => '[redacted]')),
  ];
  const isEscaped = (text: string) =>
    exact.hasSigns() || patterns.length > 0 ? hasEscape(text) : hasLetteredEscape(text);
  const inAll = (text: string, isSure: boolean): Blot[] => {
    let layer: Layer = { text };
    let canon = canonOf(text);
    const found = inLayer(layer, canon, isSure);
    for (let depth = 0; depth < deepest && canon.mayEscape && isEscaped(layer.text); depth += 1) {
      layer = decoded(layer);
      canon = canonOf(layer.text);
      found.push(...inLayer(layer, canon, isSure));
    }
    return found;
  };
  return {
    get isEmpty() {
      return isEmpty;
    },
    hide(secrets) {
      for (const { value, shown } of secrets) {
        if (value.length < leastSecret) continue;
        isEmpty = false;
        placeholders.add(shown);
        for (const form of formsOf(value)) {
          if (form.canon.length >= leastCanon) grams.add(form, shown);
          else exact.add(form, shown);
        }
      }
    },
    blots(text, isSure = false) {
      if (isEmpty || text.length < leastSecret) return [];
      const found = inAll(text, isSure);
      return found.length === 0 ? found : outside(merged(found), text, placeholders);
    },
  };
}

/** A placeholder that is written already is not blotted again for what its name says. */
function outside(blots: readonly Blot[], text: string, placeholders: ReadonlySet<string>): Blot[] {
  const written = [...text.matchAll(/\$\{[^{}]*\}/g)].filter(([found]) => placeholders.has(found));
  if (written.length === 0) return [...blots];
  return blots.filter(({ from, to }) => !written.some((one) => from >= one.index && to <= one.index + one[0].length));
}

const blotIn = ({ from, to }: Layer, start: number, end: number, shown: string): Blot => ({
  from: from?.[start] ?? start,
  to: to?.[end - 1] ?? end,
  shown,
});

function blotOf(layer: Layer, { at }: Canon, match: Match): Blot {
  const { form, offset } = match;
  const isBegun = offset === 0;
  const isEnded = offset + match.end - match.start === form.canon.length;
  const first = at[match.start] as number;
  const end = (at[match.end - 1] as number) + 1;
  return blotIn(
    layer,
    isBegun ? first - signsBefore(layer.text, first, form) : first,
    isEnded ? end + signsAfter(layer.text, end, form) : end,
    match.name,
  );
}

/** How many characters before the first letter of a form belong to it, too. */
function signsBefore(text: string, first: number, { text: own, canon, spills }: Form): number {
  const own0 = canon.at[0] as number;
  let count = 0;
  while (count < own0 && isSameSign(text[first - count - 1], own[own0 - count - 1])) count += 1;
  return spills.before && isBase64(text[first - count - 1]) ? count + 1 : count;
}

/** How many characters after its last letter. */
function signsAfter(text: string, end: number, { text: own, canon, spills, isBase64: isPadded }: Form): number {
  const ownEnd = (canon.at[canon.length - 1] as number) + 1;
  let count = 0;
  while (ownEnd + count < own.length && isSameSign(text[end + count], own[ownEnd + count])) count += 1;
  if (spills.after && isBase64(text[end + count])) count += 1;
  while (isPadded && spills.after && text[end + count] === '=') count += 1;
  return count;
}

const isBase64 = (character: string | undefined): boolean => character !== undefined && /[\w+/-]/.test(character);

/** Base64 has two alphabets (RFC 4648 §5), and forms have a sign of their own for a space. */
const twins: Readonly<Record<string, string>> = { '-': '+', _: '/', ' ': '+' };

const isSameSign = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (twins[one] ?? one) === (twins[other] ?? other);

/** Short forms, sign by sign. */
function exactly() {
  const names = new Map<string, string>();
  const sources = new Map<string, string>();
  let pattern: RegExp | undefined;
  return {
    add({ text, isBase64: isEncoded, spills }: Form, shown: string): void {
      if (text.length < (isEncoded ? leastInBase64(spills) : leastSecret) || names.has(text)) return;
      names.set(text, shown);
      sources.set(text, literally(text) + (spills.after ? '(?:[\\w+/-]=*)?' : ''));
      const longestFirst = [...sources].sort(([a], [b]) => b.length - a.length);
      pattern = new RegExp(longestFirst.map(([, source]) => source).join('|'), 'g');
    },
    /** Whether signs that may be escaped matter. */
    hasSigns: () => [...names.keys()].some((text) => /["\\/]/.test(text)),
    find(layer: Layer): Blot[] {
      if (pattern === undefined) return [];
      const nameOf = (found: string) => [...names].find(([text]) => found.startsWith(text))?.[1] ?? '';
      return stretches(layer, pattern, (found) => names.get(found) ?? nameOf(found));
    },
  };
}

/** A few characters of base64 from the middle of something could be anything. */
const leastInBase64 = ({ before }: Form['spills']): number => (before ? 6 : 4);

function stretches(layer: Layer, pattern: RegExp, shown: (found: string) => string): Blot[] {
  const found = [...layer.text.matchAll(pattern)].filter(([text]) => text !== '');
  return found.map((one) => blotIn(layer, one.index, one.index + one[0].length, shown(one[0])));
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
