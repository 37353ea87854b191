import fc from 'fast-check';
import { type Json, pointerOf } from '../../model/json.js';
import type { Keywords } from '../schema/keywords.js';
import { misshapen } from '../valid/formats.js';
import { matchOf, squeezed, stretched } from '../valid/patterns.js';
import { patternsOf } from '../valid/scalars.js';
import type { Break, Scope, Shop } from '../value-builder.js';

/** Every keyword of a variant that one value can break, with such values. Containers are broken elsewhere. */
export function breaksOf(shop: Shop, variant: Keywords, scope: Scope): Break[] {
  const sample = sampleOf(shop, variant, scope);
  const candidates = makers.flatMap(([keyword, make]): Break[] => {
    if (variant[keyword] === undefined || (variant['x-tag'] && listing.has(keyword))) return [];
    const broken = { keyword, values: make(variant, sample) };
    return keyword === 'type' ? [broken, { keyword, values: [null] }] : [broken];
  });
  const isExact = (keyword: string) => (value: Json) =>
    shop.judge.isOnlyBreach(variant, value, { pointer: pointerOf([]), keyword });
  return candidates
    .map(({ keyword, values }) => ({ keyword, values: values.filter(isExact(keyword)) }))
    .filter(({ values }) => values.length > 0);
}

type Maker = (variant: Keywords, sample: string) => Json[];

const anyType: Json[] = [{}, 'text', 12345, 1.5, true, []];
const anyValue: Json[] = ['not-one-of-these', 'not one of these', 987654321, -1.5, true, false, {}, []];

const listing: ReadonlySet<string> = new Set(['const', 'enum']);

/** The longest text that is sent to break a bound. */
const limit = 20_000;

const makers: readonly [keyof Keywords, Maker][] = [
  ['type', () => anyType],
  ['enum', () => anyValue],
  ['const', ({ const: value }) => [typeof value === 'string' ? `${value}-not` : null, ...anyValue]],
  ['minimum', (variant) => beyond(variant.minimum, -1, variant)],
  ['maximum', (variant) => beyond(variant.maximum, 1, variant)],
  ['exclusiveMinimum', ({ exclusiveMinimum = 0 }) => [exclusiveMinimum]],
  ['exclusiveMaximum', ({ exclusiveMaximum = 0 }) => [exclusiveMaximum]],
  ['multipleOf', offGrid],
  ['minLength', tooShort],
  ['maxLength', tooLong],
  ['pattern', unlike],
  ['format', ({ format = '' }) => [...(misshapen[format] ?? [])]],
];

function sampleOf(shop: Shop, variant: Keywords, scope: Scope): string {
  if (variant.type !== undefined && !variant.type.includes('string')) return '';
  const source = shop.build({ ...variant, type: ['string'] }, scope);
  const [value] = source ? fc.sample(source, { seed: 1, numRuns: 1 }) : [];
  return typeof value === 'string' ? value : '';
}

function beyond(bound = 0, sign: 1 | -1, { multipleOf = 1 }: Keywords): Json[] {
  const far = [multipleOf, 1, 0.01].map((step) => Number((bound + sign * step).toPrecision(15)));
  return far.filter(Number.isFinite).slice(0, 2);
}

function offGrid({ multipleOf = 1, minimum, exclusiveMinimum }: Keywords): Json[] {
  const base = Math.ceil((minimum ?? exclusiveMinimum ?? 0) / multipleOf + 1) * multipleOf;
  return [base + 1, base + multipleOf / 2, base + multipleOf / 3, base - 1, base - multipleOf / 2].map((value) =>
    Number(value.toPrecision(12)),
  );
}

function tooShort(variant: Keywords, sample: string): Json[] {
  const length = (variant.minLength ?? 1) - 1;
  const isMatch = matchOf(patternsOf(variant));
  if (length < 0 || length > limit) return [];
  return ['a'.repeat(length), squeezed(sample, length, isMatch), sample.slice(0, length), '1'.repeat(length)];
}

function tooLong(variant: Keywords, sample: string): Json[] {
  const length = (variant.maxLength ?? limit) + 1;
  if (length > limit) return [];
  const isMatch = matchOf(patternsOf(variant));
  const ends = variant.format === 'email' || variant.format === 'uri' ? [`${'a'.repeat(length)}`] : [];
  return ['a'.repeat(length), stretched(sample, length, isMatch), '1'.repeat(length), 'A'.repeat(length), ...ends];
}

function unlike({ minLength = 0, maxLength = limit }: Keywords, sample: string): Json[] {
  const odd = ['!', '~', 'é', ' ', '0', 'A', 'a', '☃'];
  const length = Math.max(minLength, Math.min(maxLength, sample.length || 3));
  if (length > limit) return [];
  const spoilt = odd.flatMap((char) => [sample.slice(0, -1) + char, char + sample.slice(1), char + sample]);
  return [...new Set([...odd.map((char) => char.repeat(length)), ...spoilt, ''])];
}
