import type fc from 'fast-check';
import type { Keywords } from '../schema/keywords.js';
import { countCodePoints } from '../schema/regexes.js';
import type { ValueBuilder } from '../value-builder.js';
import { buildFormat } from './formats.js';
import { buildNumber } from './numbers.js';
import { buildPatternText, createMatcher } from './patterns.js';
import { buildText } from './strings.js';
import { chooseListed, filterArbitrary } from './unions.js';

/** Maximum length of a text that a schema may require, in characters. */
const maxTextLength = 100_000;

/** Generates texts of a schema; undefined when there are none. */
export function buildString(builder: ValueBuilder, variant: Keywords, isPast: boolean) {
  const { minLength: min = 0, maxLength: max = Number.POSITIVE_INFINITY, format } = variant;
  if (min > max || min > maxTextLength) return undefined;
  const patterns = listPatterns(variant);
  const shaped = buildFormat(format, isPast);
  const isMatch = createMatcher(patterns);
  const isRoomy = (text: string) => countCodePoints(text) >= min && countCodePoints(text) <= max;
  if (shaped)
    return filterArbitrary(shaped, (text) => isRoomy(text) && isMatch(text)) ?? drawExamples(builder, variant);
  if (patterns.length > 0) return buildPatternText({ patterns, min, max }) ?? drawExamples(builder, variant);
  return drawExamples(builder, variant) ?? buildText(min, max);
}

/** Generates numbers of a schema; undefined when there are none. */
export function buildNumeric(variant: Keywords, isInteger: boolean): fc.Arbitrary<number> | undefined {
  const { minimum, maximum, format } = variant;
  if (format !== 'int32') return buildNumber(variant, isInteger);
  const low = minimum === undefined ? {} : { minimum: Math.max(minimum, -(2 ** 31)) };
  const high = maximum === undefined ? {} : { maximum: Math.min(maximum, 2 ** 31 - 1) };
  return buildNumber({ ...variant, ...low, ...high }, isInteger);
}

/** All patterns that a text of this variant must match. */
export const listPatterns = ({ pattern, allOf = [] }: Keywords): string[] =>
  [pattern, ...allOf.map((part) => (typeof part === 'boolean' ? undefined : part.pattern))].filter(
    (each) => each !== undefined,
  );

/** Examples are used when a pattern cannot be generated from; they are kept only for that. */
function drawExamples(builder: ValueBuilder, variant: Keywords): fc.Arbitrary<string> | undefined {
  const texts = (variant.examples ?? []).filter((value) => typeof value === 'string');
  const valid = [...new Set(texts)].filter((text) => builder.judge.accepts(variant, text));
  if (valid.length > 0) return chooseListed(valid);
  // Patterns merged from several branches often contradict each other, which is not noted.
  const [pattern, ...others] = listPatterns(variant);
  if (pattern !== undefined && others.length === 0)
    builder.schemas.notes.add(`no text matches the pattern: ${pattern}`);
  return undefined;
}
