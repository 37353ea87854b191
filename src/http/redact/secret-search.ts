import { escapeRegExp } from '../../model/escapes.js';
import { type DecodedText, decodeEscapes, hasEscape, hasLetteredEscape, maxEscapeDepth } from './decode-escapes.js';
import { type Mask, mergeMasks } from './mask.js';
import {
  escapeSigns,
  foldedCodes,
  listSecretForms,
  minNormalizedLength,
  minSecretLength,
  type SecretForm,
} from './secret-forms.js';

/** Number of letters that are looked up together, and the size of the pre-filter as a power of two: most lookups end there. */
const groupLength = 4;
const sieveBits = 20;
/** Larger than the length of any form. */
const radix = 2 ** 24;

/** Minimum length of a match with other signs in between that is not a coincidence. */
const minCertainLength = 16;

/** The letters and digits of the text that is searched, and their positions in it; reused by the next search. */
let codes = new Uint16Array(1 << 15);
let positions = new Uint32Array(1 << 15);

/**
 * Searches texts for secrets in all encodings, in one pass: letters and digits are folded, and every few of them, a group of
 * four is looked up. A significant part of a secret is longer than that distance, and a group that is found is extended in
 * both directions. About one letter in nine is looked up, whatever the number of secrets.
 */
export class SecretSearch {
  readonly #sieve = new Uint8Array(1 << (sieveBits - 3));
  readonly #places = new Map<number, number[]>();
  readonly #forms: NamedForm[] = [];
  readonly #known = new Set<string>();
  /** Short forms, which are searched literally. */
  readonly #short = new Map<string, { readonly shown: string; readonly source: string }>();
  readonly #placeholders = new Set<string>();
  readonly #patterns: readonly RegExp[];
  #shortPattern: RegExp | undefined;
  #hasSigns: boolean;
  /** Number of letters between two lookups; without forms, more than a text has. */
  #distance = 2 ** 29;

  /** `patterns` are searched as well, and shown as `[redacted]`. */
  constructor(patterns: readonly RegExp[] = []) {
    this.#patterns = patterns;
    this.#hasSigns = patterns.length > 0;
  }

  add(secrets: readonly { readonly value: string; readonly shown: string }[]): void {
    for (const { value, shown } of secrets) {
      if (value.length < minSecretLength) continue;
      this.#placeholders.add(shown);
      for (const form of listSecretForms(value)) {
        if (form.normalized.length < minNormalizedLength) this.#addShort(form, shown);
        else if (!this.#known.has(form.text)) this.#addForm(form, shown);
      }
    }
    const longestFirst = [...this.#short].sort(([a], [b]) => b.length - a.length);
    if (longestFirst.length > 0)
      this.#shortPattern = new RegExp(longestFirst.map(([, { source }]) => source).join('|'), 'g');
  }

  #addForm(form: SecretForm, shown: string): void {
    this.#known.add(form.text);
    const own = form.normalized.codes;
    this.#distance = Math.min(this.#distance, Math.max(minNormalizedLength, form.need) - groupLength + 1);
    for (let i = 0; i + groupLength <= own.length; i += 1) {
      const group = combineGroup(own, i);
      const slot = Math.imul(group, slotFactor) >>> (32 - sieveBits);
      this.#sieve[slot >>> 3] = (this.#sieve[slot >>> 3] as number) | (1 << (slot & 7));
      const place = this.#forms.length * radix + i;
      const there = this.#places.get(group);
      if (there) there.push(place);
      else this.#places.set(group, [place]);
    }
    this.#forms.push({ form, shown });
  }

  #addShort({ text, isBase64, spills }: SecretForm, shown: string): void {
    // A few base64 characters from the middle of a value could be anything.
    const least = isBase64 ? (spills.before ? 6 : 4) : minSecretLength;
    if (text.length < least || this.#short.has(text)) return;
    this.#short.set(text, { shown, source: escapeRegExp(text) + (spills.after ? '(?:[\\w+/-]=*)?' : '') });
    this.#hasSigns ||= /["\\/]/.test(text);
  }

  /** Returns the masks of secrets; `isSure` omits secrets so short that a match may be a coincidence. */
  findMasks(text: string, isSure = false): readonly Mask[] {
    const isEmpty = this.#placeholders.size === 0 && this.#patterns.length === 0;
    if (isEmpty || text.length < minSecretLength) return noMasks;
    const found: Mask[] = [];
    let layer: DecodedText = { text };
    for (let depth = 0; ; depth += 1) {
      const mayEscape = this.#searchLayer(layer, isSure, found);
      if (!mayEscape || depth === maxEscapeDepth) break;
      // An escape of a sign makes no difference where signs are ignored.
      if (!(this.#hasSigns ? hasEscape(layer.text) : hasLetteredEscape(layer.text))) break;
      layer = decodeEscapes(layer);
    }
    return found.length === 0 ? noMasks : excludePlaceholders(mergeMasks(found), text, this.#placeholders);
  }

  /** Adds what one text has, decoded so far. Returns whether there is a percent sign, a backslash or an ampersand. */
  #searchLayer(layer: DecodedText, isSure: boolean, found: Mask[]): boolean {
    const { text } = layer;
    if (text.length > codes.length) {
      codes = new Uint16Array(text.length * 2);
      positions = new Uint32Array(text.length * 2);
    }
    // In variables of this function, because every text passes these loops.
    const [sieve, distance, letters, places] = [this.#sieve, this.#distance, codes, positions];
    let length = 0;
    let escapes = 0;
    for (let i = 0, end = text.length; i < end; i += 1) {
      const code = text.charCodeAt(i);
      const letter = code < 128 ? (foldedCodes[code] as number) : code;
      if (letter === 0) {
        escapes |= escapeSigns[code] as number;
        continue;
      }
      letters[length] = letter;
      places[length] = i;
      length += 1;
    }
    let end = 0;
    for (let i = 0; i + groupLength <= length; i += distance) {
      // As combineGroup does.
      const low = (letters[i] as number) ^ ((letters[i + 1] as number) << 8);
      const group = low ^ ((letters[i + 2] as number) << 16) ^ ((letters[i + 3] as number) << 24);
      const slot = Math.imul(group, slotFactor) >>> (32 - sieveBits);
      if (((sieve[slot >>> 3] as number) & (1 << (slot & 7))) === 0 || i < end) continue;
      end = this.#extendHit(layer, length, i, found);
    }
    if (!isSure && this.#shortPattern !== undefined)
      addPatternMasks(layer, this.#shortPattern, (match) => this.#nameShort(match), found);
    for (const pattern of this.#patterns) addPatternMasks(layer, pattern, () => '[redacted]', found);
    return escapes !== 0;
  }

  #nameShort(match: string): string {
    const exact = this.#short.get(match) ?? [...this.#short].find(([text]) => match.startsWith(text))?.[1];
    return exact?.shown ?? '';
  }

  /** Adds the longest match around a group that was found. Returns the number of letters up to its end; 0 without one. */
  #extendHit(layer: DecodedText, length: number, hit: number, found: Mask[]): number {
    let best: SecretMatch | undefined;
    for (const place of this.#places.get(combineGroup(codes, hit)) ?? []) {
      const { form, shown } = this.#forms[Math.floor(place / radix)] as NamedForm;
      const own = form.normalized.codes;
      const at = place % radix;
      let back = 0;
      while (back < hit && back < at && codes[hit - back - 1] === own[at - back - 1]) back += 1;
      let ahead = 0;
      while (hit + ahead < length && at + ahead < own.length && codes[hit + ahead] === own[at + ahead]) ahead += 1;
      const match = { start: hit - back, end: hit + ahead, form, offset: at - back, shown };
      const isLonger = best === undefined || match.end - match.start > best.end - best.start;
      if (back + ahead >= form.need && isLonger && isUnbroken(match)) best = match;
    }
    if (best === undefined) return 0;
    found.push(createMatchMask(layer, best));
    return best.end;
  }
}

const noMasks: readonly Mask[] = [];
const slotFactor = 0x9e3779b1;

/** Combines four codes to a number. Two groups may share a number; extending a match distinguishes them. */
const combineGroup = (from: Uint16Array, i: number): number =>
  (from[i] as number) ^
  ((from[i + 1] as number) << 8) ^
  ((from[i + 2] as number) << 16) ^
  ((from[i + 3] as number) << 24);

interface NamedForm {
  readonly form: SecretForm;
  readonly shown: string;
}

/** A range of letters that matches a form, or a significant part of it from `offset` on. */
interface SecretMatch extends NamedForm {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** A secret that looks like words must match exactly; a long one may be split. */
function isUnbroken({ start, end, form, offset }: SecretMatch): boolean {
  const length = end - start;
  if (length >= minCertainLength) return true;
  const own = form.normalized.positions;
  const span = (positions[end - 1] as number) - (positions[start] as number);
  return span === (own[offset + length - 1] as number) - (own[offset] as number);
}

/** An existing placeholder is not masked again because of its name. */
function excludePlaceholders(masks: readonly Mask[], text: string, placeholders: ReadonlySet<string>): readonly Mask[] {
  const written = [...text.matchAll(/\$\{[^{}]*\}/g)].filter(([found]) => placeholders.has(found));
  if (written.length === 0) return masks;
  return masks.filter(({ from, to }) => !written.some((one) => from >= one.index && to <= one.index + one[0].length));
}

const createMask = ({ from, to }: DecodedText, start: number, end: number, shown: string): Mask => ({
  from: from?.[start] ?? start,
  to: to?.[end - 1] ?? end,
  shown,
});

/** Signs before and after the letters of a whole form belong to it, too. */
function createMatchMask(layer: DecodedText, { start, end, form, offset, shown }: SecretMatch): Mask {
  const { text: own, normalized, spills, isBase64 } = form;
  const { text } = layer;
  let first = positions[start] as number;
  let last = (positions[end - 1] as number) + 1;
  if (offset === 0) {
    const ownFirst = normalized.positions[0] as number;
    let count = 0;
    while (count < ownFirst && isSameSign(text[first - count - 1], own[ownFirst - count - 1])) count += 1;
    first -= spills.before && isBase64Character(text[first - count - 1]) ? count + 1 : count;
  }
  if (offset + end - start === normalized.length) {
    let ownAt = (normalized.positions[normalized.length - 1] as number) + 1;
    for (; ownAt < own.length && isSameSign(text[last], own[ownAt]); ownAt += 1) last += 1;
    if (spills.after && isBase64Character(text[last])) last += 1;
    while (isBase64 && spills.after && text[last] === '=') last += 1;
  }
  return createMask(layer, first, last, shown);
}

const isBase64Character = (character: string | undefined): boolean =>
  character !== undefined && /[\w+/-]/.test(character);

/** Base64 has two alphabets (RFC 4648 §5), and forms have their own sign for a space. */
const equivalentSigns: Readonly<Record<string, string>> = { '-': '+', _: '/', ' ': '+' };

const isSameSign = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (equivalentSigns[one] ?? one) === (equivalentSigns[other] ?? other);

function addPatternMasks(layer: DecodedText, pattern: RegExp, shown: (match: string) => string, found: Mask[]): void {
  for (const { index, 0: match } of layer.text.matchAll(pattern))
    if (match !== '') found.push(createMask(layer, index, index + match.length, shown(match)));
}
