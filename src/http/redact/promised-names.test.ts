// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
import { describe, expect, test } from 'vitest';
import type { Redaction } from '../../model/redaction.js';
import { createRedactor } from './redactor.js';

/** Everything that docs/secrets.md promises to hide because of its name or its place. */

const named = (name: string, value: string) => ({ name, reveal: () => value });
const create = (redaction: Redaction = {}) => createRedactor([named('A', 'Zk4Wm9Tq2Xv7Lb5Hn8Rd3Jc6Py')], redaction);

const sensitiveNames =
  'password passwd client_secret clientSecret access_token accessToken refreshToken api_key apiKey X-Api-Key Authorization sessionId set-cookie cookie csrf otp jwt pwd'.split(
    ' ',
  );

describe.each(sensitiveNames)('a value named %s is hidden', (name) => {
  const { redact, content, fields, json } = create();

  test.each([
    ['in a query', `https://a.test/b?x=1&${name}=plain-words&y=2`],
    ['in a fragment', `https://a.test/b#${name}=plain-words`],
    ['in a form', `${name}=plain-words&x=1`],
    ['in JSON', JSON.stringify({ a: 1, [name]: 'plain-words' })],
    ['in JSON with spaces', `{ "${name}" : "plain-words" }`],
    ['in JSON in JSON', JSON.stringify({ text: JSON.stringify({ [name]: 'plain-words' }) })],
    ['in JSON three deep', JSON.stringify(JSON.stringify({ text: JSON.stringify({ [name]: 'plain-words' }) }))],
    ['in a list', JSON.stringify({ [name]: ['plain-words', 'plain-words'] })],
    ['in an object', JSON.stringify({ [name]: { value: 'plain-words' } })],
    ['in JSON that is cut off', `{"${name}":"plain-words`],
  ])('%s', (_, text) => {
    expect(redact(text)).not.toContain('plain-words');
    expect(content(text, 100_000).text).not.toContain('plain-words');
    expect(redact(text)).toContain('[redacted]');
  });

  test('as a number, as zero', () => {
    expect(content(JSON.stringify({ [name]: 4711 }), 1_000).text).toBe(JSON.stringify({ [name]: 0 }));
  });

  test('as a header field, in each of its lines', () => {
    expect(fields({ [name.toLowerCase()]: ['plain-words', 'more'] })).toEqual({
      [name.toLowerCase()]: ['[redacted]', '[redacted]'],
    });
    expect(fields({ [name]: 'plain-words' }, true)).toEqual({ [name]: '[redacted]' });
  });

  test('in a JSON value', () => {
    expect(json({ a: [{ [name]: 'plain-words', b: 1 }] })).toEqual({ a: [{ [name]: '[redacted]', b: 1 }] });
  });
});

describe('by its place', () => {
  test('user and password in a URL are hidden', () => {
    expect(create().redact('see https://me:plain@a.test/b')).toBe('see https://[redacted]@a.test/b');
  });

  test('a hidden value of 8 characters is hidden in every later address', () => {
    const redactor = create();
    redactor.content('{"token":"plain-words-1"}', 1_000);
    expect(redactor.redact('https://a.test/invitations/plain-words-1?x=1')).toBe(
      'https://a.test/invitations/[redacted]?x=1',
    );
    expect(redactor.fields({ location: '/invitations/plain%2Dwords-1' })).toEqual({
      location: '/invitations/[redacted]',
    });
    expect(redactor.redactTrace('got plain-words-1 again')).toBe('got [redacted] again');
  });

  test('what stands for a sensitive path parameter is hidden', () => {
    const redactor = create();
    redactor.hideAddresses(['/invitations/{token}/parts/{id}']);
    for (const write of [
      (text: string) => redactor.redact(text),
      (text: string) => redactor.content(text, 1_000).text,
      (text: string) => JSON.stringify(redactor.fields({ location: text })),
    ])
      expect(write('https://a.test/invitations/abc/parts/7')).toContain('/invitations/[redacted]/parts/7');
  });

  test.each([
    ['fields', { fields: ['X-Customer'] }, '{"xCustomer":"plain"}', '{"xCustomer":"[redacted]"}'],
    ['fields', { fields: ['X-Customer'] }, 'a?X_CUSTOMER=plain&b=1', 'a?X_CUSTOMER=[redacted]&b=1'],
    ['a pointer', { pointers: ['/ssn'] }, '{"ssn":"plain"}', '{"ssn":"[redacted]"}'],
    ['a pointer in a list', { pointers: ['/ssn'] }, '[{"ssn":17}]', '[{"ssn":0}]'],
    ['a pointer in an envelope', { pointers: ['/ssn'] }, '{"data":{"ssn":"a"}}', '{"data":{"ssn":"[redacted]"}}'],
    ['a wildcard', { pointers: ['/card/*/no'] }, '{"card":[{"no":"1"}]}', '{"card":[{"no":"[redacted]"}]}'],
  ] as const)('%s of the profile', (_, redaction, text, expected) => {
    expect(create(redaction).content(text, 1_000).text).toBe(expected);
  });

  test('a header field that the profile names is hidden in any spelling', () => {
    expect(create({ fields: ['X-Customer'] }).fields({ x_customer: 'plain' })).toEqual({ x_customer: '[redacted]' });
  });

  test.each(['nextPageToken', 'syncToken', 'next_token', 'continuationToken', 'cursorToken'])('%s stays', (name) => {
    const text = JSON.stringify({ [name]: 'plain', items: [] });
    expect(create().content(text, 1_000).text).toBe(text);
  });

  test('a cursor named token stays where the profile names it', () => {
    const text = '{"token":"plain"}';
    expect(create().content(text, 1_000).text).toBe('{"token":"[redacted]"}');
    expect(create({ readable: ['token'] }).content(text, 1_000).text).toBe(text);
  });

  test('a secret of two characters is hidden as the whole value of its field', () => {
    const own = create({ alone: [{ field: 'X-Pin', secret: named('P', '7b') as never }] });
    expect(own.redact('a?x_pin=7b&b=7b')).toBe('a?x_pin=${P}&b=7b');
    expect(own.fields({ 'x-pin': '7b', b: '7b' })).toEqual({ 'x-pin': '${P}', b: '7b' });
  });
});
