import fc from 'fast-check';
import { type Boundary, drawAtBoundaries } from '../../rule/values/generators.js';
import type { Keywords } from '../schema/keywords.js';
import { buildPatternText, buildText, buildWord, filterTexts, listPatterns } from './texts.js';
import { chooseListed } from './unions.js';

/** Maximum length of a text that a schema may require, in characters. */
const maxTextLength = 100_000;

/** Generates texts of a schema; undefined when there are none. Examples serve where a pattern cannot. */
export function buildString(
  variant: Keywords,
  isPast: boolean,
  isValid: (text: string) => boolean,
): fc.Arbitrary<string> | undefined {
  const { minLength: min = 0, maxLength: max = Number.POSITIVE_INFINITY, format, examples = [] } = variant;
  if (min > max || min > maxTextLength) return undefined;
  const patterns = listPatterns(variant);
  const wanted = { patterns, min, max };
  const shaped = buildFormat(format, isPast);
  const built = shaped ? filterTexts(shaped, wanted) : patterns.length > 0 ? buildPatternText(wanted) : undefined;
  if (built) return built;
  const texts = new Set(examples.filter((value) => typeof value === 'string'));
  const valid = [...texts].filter(isValid);
  if (valid.length > 0) return chooseListed(valid);
  return shaped || patterns.length > 0 ? undefined : buildText(min, max);
}

/** Generates texts in a known format; undefined for formats without a syntax. */
function buildFormat(format: string | undefined, isPast: boolean): fc.Arbitrary<string> | undefined {
  if (format === 'date') return isPast ? birthdays : days;
  if (format === 'date-time') return isPast ? drawInstants(birthdays, '1990-01-15') : drawInstants(days, '2030-01-15');
  return format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
}

/** Whether the name of a member means that its dates are in the past. */
export const isPastName = (name: string): boolean =>
  /birth|dob|born|founded|hired|issued|since|graduat/i.test(name.replaceAll(/[^a-z]/gi, ''));

/** Texts similar to a format that are not valid. */
export const misshapenTexts: Readonly<Record<string, readonly string[]>> = {
  uuid: ['not-a-uuid', '00000000-0000-0000-0000-00000000000g'],
  date: ['tomorrow', '2030-02-30', '15/01/2030'],
  'date-time': ['yesterday at ten', '2030-01-15', '2030-13-01T10:00:00Z'],
  email: ['no-at-sign.example.com', 'two@@example.com', 'nobody@'],
  ipv4: ['999.1.1.1', '192.0.2', 'not-an-address'],
};

/** Generates these texts in boundary cases. */
function withCorners(usual: fc.Arbitrary<string>, texts: Partial<Record<Boundary, string>>): fc.Arbitrary<string> {
  const corners = Object.entries(texts).map(([corner, text]) => [corner, fc.constant(text)] as const);
  return drawAtBoundaries(usual, Object.fromEntries(corners));
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

const drawDays = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, day]) => `${year}-${padTwoDigits(month)}-${padTwoDigits(day)}`);

const days = withCorners(drawDays(2030, 2037), {
  plain: '2030-01-15',
  least: '2030-01-01',
  most: '2037-12-31',
  strange: '2032-02-29',
});

const birthdays = withCorners(drawDays(1950, 2004), {
  plain: '1990-01-15',
  least: '1950-01-01',
  most: '2004-12-31',
  strange: '1988-02-29',
});

const times = withCorners(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => `${parts.map(padTwoDigits).join(':')}Z`),
  { plain: '10:00:00Z', least: '00:00:00Z', most: '23:59:59Z', strange: '23:59:59.999Z' },
);

const drawInstants = (on: fc.Arbitrary<string>, plain: string) =>
  withCorners(
    fc.tuple(on, times).map((parts) => parts.join('T')),
    { plain: `${plain}T10:00:00Z` },
  );

const octet = fc.integer({ min: 1, max: 254 });
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

const base64 = fc
  .array(fc.integer({ min: 0, max: 255 }), { maxLength: 24 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

const addresses = fc
  .tuple(buildWord(1, 12), fc.integer({ min: 0, max: 999 }))
  .map(([name, n]) => `${name}${n}@example.com`);

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  time: times,
  duration: withCorners(
    fc.integer({ min: 1, max: 365 }).map((count) => `P${count}D`),
    { plain: 'P1D', least: 'PT1S', most: 'P1Y', strange: 'P1DT2H30M' },
  ),
  email: withCorners(addresses, { least: 'a@example.com', strange: "o'neil.first+tag@sub.example.com" }),
  uri: withCorners(
    buildWord(1, 12).map((word) => `https://example.com/${word}`),
    { least: 'https://example.com/', strange: 'https://example.com:8443/a%20b/?q=%C3%A9#part' },
  ),
  'uri-reference': withCorners(
    buildWord(1, 12).map((word) => `/${word}`),
    { least: '/', most: 'https://example.com/path?query=1', strange: '../a%20b?q=%C3%A9' },
  ),
  hostname: withCorners(
    buildWord(1, 12).map((word) => `${word}.example.com`),
    { least: 'example.com', strange: 'xn--bcher-kva.example.com' },
  ),
  ipv4: withCorners(
    octet.map((last) => `192.0.2.${last}`),
    { plain: '192.0.2.1', least: '10.0.0.1', most: '203.0.113.254' },
  ),
  ipv6: withCorners(
    fc.tuple(group, group).map((groups) => `2001:db8::${groups.join(':')}`),
    { plain: '2001:db8::1', least: '::1', most: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' },
  ),
  byte: withCorners(base64, { plain: 'aGVsbG8=', least: '' }),
  regex: buildWord(1, 8),
  'json-pointer': buildWord(1, 8).map((word) => `/${word}`),
  'uri-template': buildWord(1, 8).map((word) => `https://example.com/{${word}}`),
  url: buildWord(1, 12).map((word) => `https://example.com/${word}`),
};
