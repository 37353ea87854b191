import type { Canon } from './normalize.js';
import { type Form, leastCanon } from './secret-forms.js';

/** A stretch of a canon that is a form or a telling part of it. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly form: Form;
  /** Where in the form it begins. */
  readonly offset: number;
  readonly name: string;
}

/** An index of forms by each four of their letters. */
export interface Grams {
  add(form: Form, name: string): void;
  find(canon: Canon): Match[];
}

const width = 4;
/** Slots of the sieve, as a power of two: nearly every look ends there. */
const bits = 20;
/** More than any form has letters. */
const radix = 2 ** 24;

/**
 * Opens an index. A part that gives a secret away is longer than four letters, so it is enough to look at every few of
 * them: what is found is then followed to both sides. A text costs about a look at one letter in nine.
 */
export function gramsOf(): Grams {
  const sieve = new Uint8Array(1 << (bits - 3));
  const places = new Map<number, number[]>();
  const forms: { readonly form: Form; readonly name: string }[] = [];
  const known = new Set<string>();
  let stride = Number.POSITIVE_INFINITY;
  const add = (form: Form, name: string) => {
    const { canon, need, text } = form;
    if (known.has(text)) return;
    known.add(text);
    stride = Math.min(stride, Math.max(leastCanon, need) - width + 1);
    for (let i = 0; i + width <= canon.length; i += 1) {
      const gram = gramAt(canon.codes, i);
      mark(sieve, gram);
      const there = places.get(gram);
      const place = forms.length * radix + i;
      if (there) there.push(place);
      else places.set(gram, [place]);
    }
    forms.push({ form, name });
  };
  const longestAt = (canon: Canon, i: number): Match | undefined => {
    let best: Match | undefined;
    for (const place of places.get(gramAt(canon.codes, i)) ?? []) {
      const { form, name } = forms[Math.floor(place / radix)] as (typeof forms)[number];
      const match = followed(canon, i, form, place % radix, name);
      const isLong = match.end - match.start >= form.need && isUnbroken(canon, match);
      if (isLong && (best === undefined || match.end - match.start > best.end - best.start)) best = match;
    }
    return best;
  };
  return {
    add,
    find(canon) {
      const matches: Match[] = [];
      for (let i = 0; i + width <= canon.length; i += stride) {
        if (!isMarked(sieve, gramAt(canon.codes, i))) continue;
        const match = longestAt(canon, i);
        if (match === undefined) continue;
        matches.push(match);
        i = Math.max(i, match.end - stride);
      }
      return matches;
    },
  };
}

/** Four codes as a number; two sets of four may share one, which following them tells apart. */
const gramAt = (codes: Uint16Array, i: number): number =>
  (codes[i] as number) ^
  ((codes[i + 1] as number) << 8) ^
  ((codes[i + 2] as number) << 16) ^
  ((codes[i + 3] as number) << 24);

const slotOf = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> (32 - bits);

function mark(sieve: Uint8Array, gram: number): void {
  const slot = slotOf(gram);
  sieve[slot >>> 3] = (sieve[slot >>> 3] as number) | (1 << (slot & 7));
}

const isMarked = (sieve: Uint8Array, gram: number): boolean => {
  const slot = slotOf(gram);
  return ((sieve[slot >>> 3] as number) & (1 << (slot & 7))) !== 0;
};

function followed({ codes, length }: Canon, i: number, form: Form, at: number, name: string): Match {
  const own = form.canon;
  let back = 0;
  while (back < i && back < at && codes[i - back - 1] === own.codes[at - back - 1]) back += 1;
  let ahead = 0;
  while (i + ahead < length && at + ahead < own.length && codes[i + ahead] === own.codes[at + ahead]) ahead += 1;
  return { start: i - back, end: i + ahead, form, offset: at - back, name };
}

/** From this length on it is no chance that letters follow each other over signs that the secret does not have. */
const beyondChance = 16;

/** A secret that reads like words must stand as it is; one that is long may come in pieces, such as the members of an array. */
function isUnbroken({ at }: Canon, { start, end, form, offset }: Match): boolean {
  const length = end - start;
  if (length >= beyondChance) return true;
  const own = form.canon.at;
  const span = (at[end - 1] as number) - (at[start] as number);
  return span === (own[offset + length - 1] as number) - (own[offset] as number);
}
