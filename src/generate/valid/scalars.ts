import type fc from 'fast-check';
import type { Keywords } from '../schema/keywords.js';
import { lengthOf } from '../schema/regexes.js';
import type { Shop } from '../value-builder.js';
import { formatOf } from './formats.js';
import { numberOf } from './numbers.js';
import { matching, matchOf } from './patterns.js';
import { textOf } from './strings.js';
import { listed, sieve } from './unions.js';

/** Longest text that is made because a schema wants it so long, in characters. */
const longestText = 100_000;

/** Texts of a schema; undefined where none is found. */
export function stringOf(shop: Shop, variant: Keywords, isPast: boolean): fc.Arbitrary<string> | undefined {
  const { minLength: min = 0, maxLength: max = Number.POSITIVE_INFINITY, format } = variant;
  if (min > max || min > longestText) return undefined;
  const patterns = patternsOf(variant);
  const shaped = formatOf(format, isPast);
  const isMatch = matchOf(patterns);
  const isRoomy = (text: string) => lengthOf(text) >= min && lengthOf(text) <= max;
  if (shaped) return sieve(shaped, (text) => isRoomy(text) && isMatch(text)) ?? shown(shop, variant);
  if (patterns.length > 0) return matching({ patterns, min, max }) ?? shown(shop, variant);
  return shown(shop, variant) ?? textOf(min, max);
}

/** Numbers of a schema; undefined where none is found. */
export function numericOf(variant: Keywords, isInteger: boolean): fc.Arbitrary<number> | undefined {
  const { minimum, maximum, format } = variant;
  if (format !== 'int32') return numberOf(variant, isInteger);
  const low = minimum === undefined ? {} : { minimum: Math.max(minimum, -(2 ** 31)) };
  const high = maximum === undefined ? {} : { maximum: Math.min(maximum, 2 ** 31 - 1) };
  return numberOf({ ...variant, ...low, ...high }, isInteger);
}

/** Every pattern that a text of this variant must match. */
export const patternsOf = ({ pattern, allOf = [] }: Keywords): string[] =>
  [pattern, ...allOf.map((part) => (typeof part === 'boolean' ? undefined : part.pattern))].filter(
    (each) => each !== undefined,
  );

/** Examples stand in where a pattern cannot be drawn from; they are kept for that purpose only. */
function shown(shop: Shop, variant: Keywords): fc.Arbitrary<string> | undefined {
  const texts = (variant.examples ?? []).filter((value) => typeof value === 'string');
  const valid = [...new Set(texts)].filter((text) => shop.judge.accepts(variant, text));
  if (valid.length > 0) return listed(valid);
  // Patterns that come together from several branches often contradict each other, which is no news.
  const [pattern, ...others] = patternsOf(variant);
  if (pattern !== undefined && others.length === 0)
    shop.book.notes.add(`no text was found for the pattern: ${pattern}`);
  return undefined;
}
