import type fc from 'fast-check';
import type { Keywords } from '../schema/keywords.js';
import { countCodePoints } from '../schema/regexes.js';
import type { ValueBuilder } from '../value-builder.js';
import { buildFormat } from './formats.js';
import { buildNumber } from './numbers.js';
import { buildPatternText, createMatcher } from './patterns.js';
import { buildText } from './strings.js';
import { chooseListed, filterArbitrary } from './unions.js';

/** Longest text that is made because a schema wants it so long, in characters. */
const maxTextLength = 100_000;

/** Texts of a schema; undefined where none is found. */
export function buildString(shop: ValueBuilder, variant: Keywords, isPast: boolean): fc.Arbitrary<string> | undefined {
  const { minLength: min = 0, maxLength: max = Number.POSITIVE_INFINITY, format } = variant;
  if (min > max || min > maxTextLength) return undefined;
  const patterns = listPatterns(variant);
  const shaped = buildFormat(format, isPast);
  const isMatch = createMatcher(patterns);
  const isRoomy = (text: string) => countCodePoints(text) >= min && countCodePoints(text) <= max;
  if (shaped) return filterArbitrary(shaped, (text) => isRoomy(text) && isMatch(text)) ?? drawExamples(shop, variant);
  if (patterns.length > 0) return buildPatternText({ patterns, min, max }) ?? drawExamples(shop, variant);
  return drawExamples(shop, variant) ?? buildText(min, max);
}

/** Numbers of a schema; undefined where none is found. */
export function buildNumeric(variant: Keywords, isInteger: boolean): fc.Arbitrary<number> | undefined {
  const { minimum, maximum, format } = variant;
  if (format !== 'int32') return buildNumber(variant, isInteger);
  const low = minimum === undefined ? {} : { minimum: Math.max(minimum, -(2 ** 31)) };
  const high = maximum === undefined ? {} : { maximum: Math.min(maximum, 2 ** 31 - 1) };
  return buildNumber({ ...variant, ...low, ...high }, isInteger);
}

/** Every pattern that a text of this variant must match. */
export const listPatterns = ({ pattern, allOf = [] }: Keywords): string[] =>
  [pattern, ...allOf.map((part) => (typeof part === 'boolean' ? undefined : part.pattern))].filter(
    (each) => each !== undefined,
  );

/** Examples stand in where a pattern cannot be drawn from; they are kept for that purpose only. */
function drawExamples(shop: ValueBuilder, variant: Keywords): fc.Arbitrary<string> | undefined {
  const texts = (variant.examples ?? []).filter((value) => typeof value === 'string');
  const valid = [...new Set(texts)].filter((text) => shop.judge.accepts(variant, text));
  if (valid.length > 0) return chooseListed(valid);
  // Patterns that come together from several branches often contradict each other, which is no news.
  const [pattern, ...others] = listPatterns(variant);
  if (pattern !== undefined && others.length === 0)
    shop.book.notes.add(`no text was found for the pattern: ${pattern}`);
  return undefined;
}
