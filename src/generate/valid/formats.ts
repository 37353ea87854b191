import fc from 'fast-check';
import { type Corner, cornered } from '../../rule/values/boundary.js';
import { wordOf } from './strings.js';

/** Texts in a well-known format, or undefined where a format only says what a plain text is for. */
export function formatOf(format: string | undefined, isPast: boolean): fc.Arbitrary<string> | undefined {
  if (format === 'date') return isPast ? birthdays : days;
  if (format === 'date-time') return isPast ? instantsOn(birthdays, '1990-01-15') : instantsOn(days, '2030-01-15');
  return format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
}

/** Whether a member's name says that its dates lie in the past. */
export const isPastName = (name: string): boolean =>
  /birth|dob|born|founded|hired|issued|since|graduat/i.test(name.replaceAll(/[^a-z]/gi, ''));

/** Texts that look a little like a format and are not. */
export const misshapen: Readonly<Record<string, readonly string[]>> = {
  uuid: ['not-a-uuid', '00000000-0000-0000-0000-00000000000g'],
  date: ['tomorrow', '2030-02-30', '15/01/2030'],
  'date-time': ['yesterday at ten', '2030-01-15', '2030-13-01T10:00:00Z'],
  email: ['no-at-sign.example.com', 'two@@example.com', 'nobody@'],
  ipv4: ['999.1.1.1', '192.0.2', 'not-an-address'],
};

const at = (corners: Partial<Record<Corner, string>>) => (corner: Corner) => {
  const text = corners[corner];
  return text === undefined ? undefined : fc.constant(text);
};

const two = (value: number) => String(value).padStart(2, '0');

const daysIn = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`);

const days = cornered(
  daysIn(2030, 2037),
  at({ plain: '2030-01-15', least: '2030-01-01', most: '2037-12-31', strange: '2032-02-29' }),
);

const birthdays = cornered(
  daysIn(1950, 2004),
  at({ plain: '1990-01-15', least: '1950-01-01', most: '2004-12-31', strange: '1988-02-29' }),
);

const times = cornered(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => `${parts.map(two).join(':')}Z`),
  at({ plain: '10:00:00Z', least: '00:00:00Z', most: '23:59:59Z', strange: '23:59:59.999Z' }),
);

const instantsOn = (on: fc.Arbitrary<string>, plain: string) =>
  cornered(
    fc.tuple(on, times).map((parts) => parts.join('T')),
    at({ plain: `${plain}T10:00:00Z` }),
  );

const octet = fc.integer({ min: 1, max: 254 });
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

const base64 = fc
  .array(fc.integer({ min: 0, max: 255 }), { maxLength: 24 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

const addresses = fc
  .tuple(wordOf(1, 12), fc.integer({ min: 0, max: 999 }))
  .map(([name, n]) => `${name}${n}@example.com`);

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  time: times,
  duration: cornered(
    fc.integer({ min: 1, max: 365 }).map((count) => `P${count}D`),
    at({ plain: 'P1D', least: 'PT1S', most: 'P1Y', strange: 'P1DT2H30M' }),
  ),
  email: cornered(addresses, at({ least: 'a@example.com', strange: "o'neil.first+tag@sub.example.com" })),
  uri: cornered(
    wordOf(1, 12).map((word) => `https://example.com/${word}`),
    at({ least: 'https://example.com/', strange: 'https://example.com:8443/a%20b/?q=%C3%A9#part' }),
  ),
  'uri-reference': cornered(
    wordOf(1, 12).map((word) => `/${word}`),
    at({ least: '/', most: 'https://example.com/path?query=1', strange: '../a%20b?q=%C3%A9' }),
  ),
  hostname: cornered(
    wordOf(1, 12).map((word) => `${word}.example.com`),
    at({ least: 'example.com', strange: 'xn--bcher-kva.example.com' }),
  ),
  ipv4: cornered(
    octet.map((last) => `192.0.2.${last}`),
    at({ plain: '192.0.2.1', least: '10.0.0.1', most: '203.0.113.254' }),
  ),
  ipv6: cornered(
    fc.tuple(group, group).map((groups) => `2001:db8::${groups.join(':')}`),
    at({ plain: '2001:db8::1', least: '::1', most: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' }),
  ),
  byte: cornered(base64, at({ plain: 'aGVsbG8=', least: '' })),
  regex: wordOf(1, 8),
  'json-pointer': wordOf(1, 8).map((word) => `/${word}`),
  'uri-template': wordOf(1, 8).map((word) => `https://example.com/{${word}}`),
  url: wordOf(1, 12).map((word) => `https://example.com/${word}`),
};
