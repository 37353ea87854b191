import type { NormalizedText } from './normalize.js';
import { minNormalizedLength, type SecretForm } from './secret-forms.js';

/** A range of a normalized text that matches a form, or a significant part of it. */
export interface SecretMatch {
  readonly start: number;
  readonly end: number;
  readonly form: SecretForm;
  /** Start position in the form. */
  readonly offset: number;
  readonly name: string;
}

const ngramWidth = 4;
/** Size of the pre-filter as a power of two: most lookups end there. */
const sieveBits = 20;
/** Larger than the length of any form. */
const radix = 2 ** 24;

/**
 * Creates an index of forms by groups of four letters. A significant part of a secret is longer than four letters, so only every few letters are looked
 * up, and a match is extended in both directions. About one letter in nine is looked up.
 */
export function createNgramIndex() {
  const sieve = new Uint8Array(1 << (sieveBits - 3));
  const places = new Map<number, number[]>();
  const forms: { readonly form: SecretForm; readonly name: string }[] = [];
  const known = new Set<string>();
  let stride = Number.POSITIVE_INFINITY;
  const add = (form: SecretForm, name: string) => {
    const { normalized, need, text } = form;
    if (known.has(text)) return;
    known.add(text);
    stride = Math.min(stride, Math.max(minNormalizedLength, need) - ngramWidth + 1);
    for (let i = 0; i + ngramWidth <= normalized.length; i += 1) {
      const gram = readNgram(normalized.codes, i);
      markSlot(sieve, gram);
      const there = places.get(gram);
      const place = forms.length * radix + i;
      if (there) there.push(place);
      else places.set(gram, [place]);
    }
    forms.push({ form, name });
  };
  const longestAt = (normalized: NormalizedText, i: number): SecretMatch | undefined => {
    let best: SecretMatch | undefined;
    for (const place of places.get(readNgram(normalized.codes, i)) ?? []) {
      const { form, name } = forms[Math.floor(place / radix)] as (typeof forms)[number];
      const match = extendMatch(normalized, i, form, place % radix, name);
      const isLong = match.end - match.start >= form.need && isUnbroken(normalized, match);
      if (isLong && (best === undefined || match.end - match.start > best.end - best.start)) best = match;
    }
    return best;
  };
  return {
    add,
    find(normalized: NormalizedText): SecretMatch[] {
      const matches: SecretMatch[] = [];
      for (let i = 0; i + ngramWidth <= normalized.length; i += stride) {
        if (!isSlotMarked(sieve, readNgram(normalized.codes, i))) continue;
        const match = longestAt(normalized, i);
        if (match === undefined) continue;
        matches.push(match);
        i = Math.max(i, match.end - stride);
      }
      return matches;
    },
  };
}

/** Combines four codes to a number. Two groups may share a number; extending a match distinguishes them. */
const readNgram = (codes: Uint16Array, i: number): number =>
  (codes[i] as number) ^
  ((codes[i + 1] as number) << 8) ^
  ((codes[i + 2] as number) << 16) ^
  ((codes[i + 3] as number) << 24);

const computeSlot = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> (32 - sieveBits);

function markSlot(sieve: Uint8Array, gram: number): void {
  const slot = computeSlot(gram);
  sieve[slot >>> 3] = (sieve[slot >>> 3] as number) | (1 << (slot & 7));
}

const isSlotMarked = (sieve: Uint8Array, gram: number): boolean => {
  const slot = computeSlot(gram);
  return ((sieve[slot >>> 3] as number) & (1 << (slot & 7))) !== 0;
};

function extendMatch({ codes, length }: NormalizedText, i: number, form: SecretForm, at: number, name: string) {
  const own = form.normalized;
  let back = 0;
  while (back < i && back < at && codes[i - back - 1] === own.codes[at - back - 1]) back += 1;
  let ahead = 0;
  while (i + ahead < length && at + ahead < own.length && codes[i + ahead] === own.codes[at + ahead]) ahead += 1;
  return { start: i - back, end: i + ahead, form, offset: at - back, name };
}

/** Minimum length of a match with other signs in between that is not a coincidence. */
const minCertainLength = 16;

/**
 * A secret that looks like words must match exactly; a long one may be split, for example between the members of an
 * array.
 */
function isUnbroken({ positions }: NormalizedText, { start, end, form, offset }: SecretMatch): boolean {
  const length = end - start;
  if (length >= minCertainLength) return true;
  const own = form.normalized.positions;
  const span = (positions[end - 1] as number) - (positions[start] as number);
  return span === (own[offset + length - 1] as number) - (own[offset] as number);
}
