import fc from 'fast-check';
import { getMember, type Json } from '../../model/json.js';
import type { Keywords } from '../schema/keywords.js';
import type { BuildScope, ValueBuilder } from '../valid/build-values.js';
import { misshapenTexts } from '../valid/formats.js';
import { createMatcher, lengthenText, listPatterns, shortenText } from '../valid/texts.js';

/** Values that violate exactly one keyword of a schema. */
interface KeywordBreak {
  readonly keyword: string;
  readonly values: readonly Json[];
}

const knownBreaks = new WeakMap<Keywords, readonly KeywordBreak[]>();

/** Lists the keywords, apart from those of containers, that one value can violate, with such values. */
export function listKeywordBreaks(builder: ValueBuilder, variant: Keywords, scope: BuildScope) {
  const known = knownBreaks.get(variant);
  if (known) return known;
  const sample = drawSample(builder, variant, scope);
  const found: KeywordBreak[] = [];
  for (const [keyword, make] of breakMakers) {
    if (variant[keyword] === undefined || (variant['x-tag'] && listingKeywords.has(keyword))) continue;
    const breach = { pointer: '', keyword };
    for (const candidates of keyword === 'type' ? [make(variant, sample), [null]] : [make(variant, sample)]) {
      const values = candidates.filter((value) => builder.judge.isOnlyBreach(variant, value, breach));
      if (values.length > 0) found.push({ keyword, values });
    }
  }
  knownBreaks.set(variant, found);
  return found;
}

const valuesOfAllTypes: Json[] = [{}, 'text', 12345, 1.5, true, []];
const unlikelyValues: Json[] = ['not-one-of-these', 'not one of these', 987654321, -1.5, true, false, {}, []];

const listingKeywords: ReadonlySet<string> = new Set(['const', 'enum']);

/** Maximum length of a text that violates a limit. */
const maxBrokenLength = 20_000;

const breakMakers: readonly [keyof Keywords, (variant: Keywords, sample: string) => Json[]][] = [
  ['type', () => valuesOfAllTypes],
  ['enum', () => unlikelyValues],
  ['const', ({ const: value }) => [typeof value === 'string' ? `${value}-not` : null, ...unlikelyValues]],
  ['minimum', (variant) => buildBeyondBound(variant.minimum, -1, variant)],
  ['maximum', (variant) => buildBeyondBound(variant.maximum, 1, variant)],
  ['exclusiveMinimum', ({ exclusiveMinimum = 0 }) => [exclusiveMinimum]],
  ['exclusiveMaximum', ({ exclusiveMaximum = 0 }) => [exclusiveMaximum]],
  ['multipleOf', buildOffGrid],
  ['minLength', buildTooShort],
  ['maxLength', buildTooLong],
  ['pattern', buildMismatches],
  ['format', ({ format = '' }) => [...(getMember(misshapenTexts, format) ?? [])]],
];

function drawSample(builder: ValueBuilder, variant: Keywords, scope: BuildScope): string {
  if (variant.type !== undefined && !variant.type.includes('string')) return '';
  const source = builder.build({ ...variant, type: ['string'] }, scope);
  const [value] = source ? fc.sample(source, { seed: 1, numRuns: 1 }) : [];
  return typeof value === 'string' ? value : '';
}

function buildBeyondBound(bound = 0, sign: 1 | -1, { multipleOf = 1 }: Keywords): Json[] {
  const far = [multipleOf, 1, 0.01].map((step) => Number((bound + sign * step).toPrecision(15)));
  return far.filter(Number.isFinite).slice(0, 2);
}

function buildOffGrid({ multipleOf = 1, minimum, exclusiveMinimum }: Keywords): Json[] {
  const base = Math.ceil((minimum ?? exclusiveMinimum ?? 0) / multipleOf + 1) * multipleOf;
  return [base + 1, base + multipleOf / 2, base + multipleOf / 3, base - 1, base - multipleOf / 2].map((value) =>
    Number(value.toPrecision(12)),
  );
}

function buildTooShort(variant: Keywords, sample: string): Json[] {
  const length = (variant.minLength ?? 1) - 1;
  const isMatch = createMatcher(listPatterns(variant));
  if (length < 0 || length > maxBrokenLength) return [];
  return ['a'.repeat(length), shortenText(sample, length, isMatch), sample.slice(0, length), '1'.repeat(length)];
}

function buildTooLong(variant: Keywords, sample: string): Json[] {
  const length = (variant.maxLength ?? maxBrokenLength) + 1;
  if (length > maxBrokenLength) return [];
  const isMatch = createMatcher(listPatterns(variant));
  const ends = variant.format === 'email' || variant.format === 'uri' ? [`${'a'.repeat(length)}`] : [];
  return ['a'.repeat(length), lengthenText(sample, length, isMatch), '1'.repeat(length), 'A'.repeat(length), ...ends];
}

function buildMismatches({ minLength = 0, maxLength = maxBrokenLength }: Keywords, sample: string): Json[] {
  const odd = ['!', '~', 'é', ' ', '0', 'A', 'a', '☃'];
  const length = Math.max(minLength, Math.min(maxLength, sample.length || 3));
  if (length > maxBrokenLength) return [];
  const spoilt = odd.flatMap((char) => [sample.slice(0, -1) + char, char + sample.slice(1), char + sample]);
  return [...new Set([...odd.map((char) => char.repeat(length)), ...spoilt, ''])];
}
