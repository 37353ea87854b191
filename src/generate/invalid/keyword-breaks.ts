import fc from 'fast-check';
import { buildPointer, getMember, type Json } from '../../model/json.js';
import type { Keywords } from '../schema/keywords.js';
import { misshapenTexts } from '../valid/formats.js';
import { createMatcher, lengthenText, shortenText } from '../valid/patterns.js';
import { listPatterns } from '../valid/scalars.js';
import type { BuildScope, KeywordBreak, ValueBuilder } from '../value-builder.js';

/**
 * Lists the keywords of a schema variant that one value can violate, with such values. Containers are handled
 * elsewhere.
 */
export function listKeywordBreaks(builder: ValueBuilder, variant: Keywords, scope: BuildScope): KeywordBreak[] {
  const sample = drawSample(builder, variant, scope);
  const candidates = breakMakers.flatMap(([keyword, make]): KeywordBreak[] => {
    if (variant[keyword] === undefined || (variant['x-tag'] && listingKeywords.has(keyword))) return [];
    const broken = { keyword, values: make(variant, sample) };
    return keyword === 'type' ? [broken, { keyword, values: [null] }] : [broken];
  });
  const isExact = (keyword: string) => (value: Json) =>
    builder.judge.isOnlyBreach(variant, value, { pointer: buildPointer([]), keyword });
  return candidates
    .map(({ keyword, values }) => ({ keyword, values: values.filter(isExact(keyword)) }))
    .filter(({ values }) => values.length > 0);
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
