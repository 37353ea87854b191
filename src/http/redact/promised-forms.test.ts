// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
import { describe, expect, test } from 'vitest';
import type { Redaction } from '../../model/redaction.js';
import { createRedactor, type Redactor } from './redactor.js';

/** Every form that docs/secrets.md promises, in every place where a text can be. */

const secret = 'Zk4Wm9Tq2Xv7Lb5Hn8Rd3Jc6Py';
const long = Array.from({ length: 12 }, (_, n) => `q${n}Vw7${'Mt3Kx9Zr'[n % 8]}p`).join('');
const signed = 'Gf6 +Hs/2"Lk&8<Vp\\9=Nd%4Qw';
const short = 'K7+m"9';
const named = (name: string, value: string) => ({ name, reveal: () => value });
const create = (redaction: Redaction = {}) =>
  createRedactor([named('A', secret), named('L', long), named('S', signed), named('W', short)], redaction);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const percent = (text: string) => hex(text).replace(/../g, '%$&');
const jsonEscapes = (text: string) => [...text].map((sign) => `\\u00${hex(sign)}`).join('');
const htmlEscapes = (text: string) => [...text].map((sign) => `&#x${hex(sign)};`).join('');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');
const byLines = (text: string) => text.replace(/.{7}/g, '$&\n');

const forms: readonly (readonly [form: string, write: (value: string) => string])[] = [
  ['plain', (value) => value],
  ['in upper case', (value) => value.toUpperCase()],
  ['in lower case', (value) => value.toLowerCase()],
  ['in base64', base64],
  ['in base64 behind one octet', (value) => base64(`u${value}`)],
  ['in base64 behind two octets', (value) => base64(`u:${value}`)],
  ['in base64 for URLs', (value) => Buffer.from(value).toString('base64url')],
  ['in base64 with a name before it', (value) => `Basic ${base64(`me:${value}`)}`],
  ['in base64 of base64', (value) => base64(base64(value))],
  ['in hexadecimal', hex],
  ['in hexadecimal, upper case', (value) => hex(value).toUpperCase()],
  ['in hexadecimal of base64', (value) => hex(base64(value))],
  ['in escapes of URLs', encodeURIComponent],
  ['in a form', (value) => new URLSearchParams({ v: value }).toString().slice(2)],
  ['in escapes of URLs, every octet', percent],
  ['in escapes of URLs twice', (value) => encodeURIComponent(percent(value))],
  ['in escapes of URLs three times', (value) => encodeURIComponent(encodeURIComponent(percent(value)))],
  ['in JSON', inJson],
  ['in escapes of JSON, every character', jsonEscapes],
  ['in JSON in JSON', (value) => inJson(inJson(value))],
  ['in JSON three deep', (value) => inJson(inJson(jsonEscapes(value)))],
  ['in HTML', inHtml],
  ['in escapes of HTML, every character', htmlEscapes],
  ['in escapes of HTML, decimal', (value) => [...value].map((sign) => `&#${sign.charCodeAt(0)};`).join('')],
  ['in escapes of HTML three times', (value) => inHtml(inHtml(htmlEscapes(value)))],
  ['in a URL in JSON in HTML', (value) => inHtml(inJson(percent(value)))],
  ['in escapes of JSON in a form', (value) => encodeURIComponent(jsonEscapes(value))],
  ['split over lines', byLines],
  ['in base64 over lines', (value) => byLines(base64(value))],
  ['split in an array', (value) => JSON.stringify([...value])],
  ['split over an array in JSON in JSON', (value) => JSON.stringify(JSON.stringify([...value]))],
  ['the first half', (value) => value.slice(0, Math.max(14, Math.ceil(value.length / 2)))],
  ['the second half', (value) => value.slice(Math.min(value.length - 14, Math.floor(value.length / 2)))],
  ['the first half in base64', (value) => base64(value.slice(0, Math.ceil(value.length / 2) + 2))],
  ['the second half in hexadecimal', (value) => hex(value.slice(Math.floor(value.length / 2) - 2))],
];

/** Texts around a form, so that it begins at each offset of a search that skips letters. */
const surroundings: readonly (readonly [before: string, after: string])[] = Array.from({ length: 14 }, (_, n) => [
  `${'some other words'.slice(0, n)} `,
  n % 2 === 0 ? '' : ' and more of them',
]);

const places: readonly (readonly [place: string, write: (redactor: Redactor, text: string) => string])[] = [
  ['a text', ({ redact }, text) => redact(text)],
  ['a trace', ({ redactTrace }, text) => redactTrace(text)],
  ['content', ({ content }, text) => content(text, 100_000).text],
  ['a header field', ({ fields }, text) => JSON.stringify(fields({ 'x-one': 'plain', 'x-two': text, 'x-three': '3' }))],
  ['a header field of two lines', ({ fields }, text) => JSON.stringify(fields({ 'x-one': ['plain', text] }))],
  ['a name of a header field', ({ fields }, text) => JSON.stringify(fields({ [text]: 'plain' }))],
  ['a JSON value', ({ json }, text) => JSON.stringify(json({ a: { b: ['plain', text] } }))],
  ['a name of a member', ({ json }, text) => JSON.stringify(json({ a: { [text]: 1 } }))],
];

describe.each(places)('in %s', (_, write) => {
  const redactor = create();
  const held = write(redactor, 'word');

  test.each(forms)('a secret %s is hidden', (_form, encode) => {
    for (const [value, name] of [
      [secret, '${A}'],
      [long, '${L}'],
    ] as const)
      for (const [before, after] of surroundings) {
        const written = write(redactor, before + encode(value) + after);
        expect(written).toContain(name);
        expect(written.length).toBeLessThan(held.length + before.length + after.length + 100);
        expect(findLongestPart(written, encode(value))).toBeLessThan(12);
      }
  });

  test.each(forms.filter(([form]) => !form.includes('half')))('a secret with signs %s is hidden', (_form, encode) => {
    expect(write(redactor, `see ${encode(signed)} here`)).toContain('${S}');
  });

  test.each([
    ['plain', short],
    ['in escapes of URLs', encodeURIComponent(short)],
    ['in JSON', inJson(short)],
    ['in HTML', inHtml(short)],
    ['in base64', base64(short)],
  ])('a short secret %s is hidden', (_form, text) => {
    expect(write(redactor, `see ${text} here`)).toContain('${W}');
  });

  test.each([12, 16, 20, 26])('%i letters of a secret are hidden, wherever they begin', (length) => {
    const need = Math.max(12, Math.ceil(secret.length / 2));
    for (let from = 0; from + length <= secret.length; from += 1) {
      const written = write(redactor, `a ${secret.slice(from, from + length)} b`);
      if (length >= need) expect(written).toContain('${A}');
    }
    for (let from = 0; from + 32 <= long.length; from += 1)
      expect(write(redactor, `a ${long.slice(from, from + 32)} b`)).toContain('${L}');
  });

  test('what matches a pattern of the profile is hidden, escaped or not', () => {
    const own = create({ patterns: ['sk_live_[A-Za-z0-9]+'] });
    expect(write(own, 'a sk_live_4242 b')).toContain('[redacted]');
    expect(write(own, `a ${encodeURIComponent(percent('sk_live_4242'))} b`)).toContain('[redacted]');
  });

  test('each part of a JSON Web Token that was obtained later is hidden', () => {
    const own = create();
    const parts = [base64('{"alg":"HS256"}'), base64('{"sub":"someone"}'), 'c2lnbmVkLWJ5LXRoZS1zZXJ2ZXI'].map((part) =>
      part.replace(/=+$/, ''),
    );
    own.hide([named('auth.credentials.full', parts.join('.'))]);
    for (const text of [parts.join('.'), ...parts]) expect(write(own, `a ${text} b`)).toContain('${auth.credentials');
  });
});

/** Number of characters in a row of a form that are still in the text. */
function findLongestPart(text: string, form: string): number {
  let longest = 0;
  for (let from = 0; from < form.length; from += 1)
    while (from + longest < form.length && text.includes(form.slice(from, from + longest + 1))) longest += 1;
  return longest;
}

/** Words, ids and numbers, as in responses. */
const createText = (length: number) => {
  let text = '';
  for (let n = 0; text.length < length; n += 1) text += `{"id":${n * 7919},"name":"item number ${n.toString(36)}"},`;
  return text;
};

describe('the search is linear', () => {
  /** Milliseconds of CPU, which other processes do not change. */
  const measure = (redactor: Redactor, text: string) => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      const begun = process.cpuUsage();
      redactor.redact(text);
      least = Math.min(least, process.cpuUsage(begun).user / 1_000);
    }
    return least;
  };

  test('in the length of a text', () => {
    const redactor = create();
    const [one, eight] = [createText(200_000), createText(1_600_000)];
    measure(redactor, one);
    expect(measure(redactor, eight)).toBeLessThan(8 * 4 * measure(redactor, one) + 20);
  });

  test('whatever the number of secrets', () => {
    const many = createRedactor(
      Array.from({ length: 500 }, (_, n) => named(`N${n}`, `${n}x${hex(`secret ${n * 104_729}`)}`)),
    );
    const text = createText(400_000);
    expect(measure(many, text)).toBeLessThan(4 * measure(create(), text) + 40);
  });
});
