// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
import { describe, expect, test } from 'vitest';
import type { Redaction } from '../../model/redaction.js';
import { createRedactor } from './redactor.js';

const value = 'Kq7Lm2Zx9Rt4Vb8Nw3Yd6Hs1Pf5';
const redactor = (redaction: Redaction = {}, ...secrets: string[]) =>
  createRedactor(
    [value, ...secrets].map((one, index) => ({ name: index === 0 ? 'X' : `X${index}`, reveal: () => one })),
    redaction,
  );
const shown = (text: string, redaction?: Redaction) => redactor(redaction).content(text, 100_000).text;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) => [...text].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');
const percent = (text: string) => [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');

describe('a secret is redacted', () => {
  test.each<[string, string, string]>([
    ['plain', `a ${value} b`, 'a ${X} b'],
    ['in small letters', value.toLowerCase(), '${X}'],
    ['in base64', base64(value), '${X}'],
    ['in base64 behind one character', base64(`u${value}`).replace(/=+$/, ''), 'd${X}'],
    ['in base64 behind two characters', base64(`uu${value}`).replace(/=+$/, ''), 'dX${X}'],
    ['in hexadecimal', Buffer.from(value).toString('hex').toUpperCase(), '${X}'],
    ['in percent signs', percent(value), '${X}'],
    ['in percent signs twice', encodeURIComponent(percent(value)), '${X}'],
    ['in escapes of JSON', `{"a":"${escaped(value)}"}`, '{"a":"${X}"}'],
    ['in escapes of HTML', [...value].map((sign) => `&#${sign.charCodeAt(0)};`).join(''), '${X}'],
    ['in base64 twice', base64(base64(value)), '${X}'],
    ['in an array, sign by sign', JSON.stringify([...value]), '["${X}"]'],
    ['in lines', (base64(value).match(/.{1,10}/g) ?? []).join('\n'), '${X}\n\n\n'],
    ['half of it', `a ${value.slice(0, 14)} b`, 'a ${X} b'],
    ['half of it in base64', base64(value.slice(13)).slice(0, 20), '${X}'],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('in two lines of one header field, and in the name of one', () => {
    const { fields } = redactor();
    expect(fields({ 'x-a': [value.slice(0, 9), value.slice(9)], [`x-${value.toLowerCase()}`]: '1' })).toEqual({
      'x-a': ['${X}', ''],
      'x-${X}': '1',
    });
  });

  test('when only the signed part of a token, or its signature, occurs', () => {
    const parts = [{ alg: 'HS256' }, { sub: 'somebody-of-old' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const { redact } = redactor({}, `${parts.join('.')}.c2lnbmF0dXJlLW9mLWl0`);
    expect(redact(`${parts[1]} and c2lnbmF0dXJlLW9mLWl0`)).toBe('${X1} and ${X1}');
  });

  test('that begins before the cut of the content, and the content before it is kept', () => {
    const { text } = redactor().content(`${'x'.repeat(90)}${value}${'y'.repeat(20_000)}`, 100);
    expect(text).toBe(`${'x'.repeat(90)}\${X}`);
  });

  test('that is obtained later, from then on, also in cached header fields', () => {
    const { fields, hide } = createRedactor([]);
    const headers = { 'x-a': value };
    expect(fields(headers)).toEqual({ 'x-a': value });
    hide([{ name: 'LATER', reveal: () => value }]);
    expect(fields(headers)).toEqual({ 'x-a': '${LATER}' });
  });
});

describe('other text is unchanged', () => {
  test.each([
    ['less than half of one', `a ${value.slice(0, 11)} b`],
    ['a placeholder', 'Bearer ${X}'],
    ['a page token', '{"nextPageToken":"abcdefgh","continuationToken":"x1","cursor":"y"}'],
    ['the type and the lifetime of a token', '{"token_type":"bearer","expires_in":60,"passwordSet":true}'],
    ['a schema of a password', '{"password":{"type":"string","minLength":8}}'],
    ['an idempotency key', '{"idempotency_key":"k1","key":"k2"}'],
    ['broken escapes', '%zz \\u12 &#; %'],
  ])('%s', (_, text) => {
    expect(shown(text)).toBe(text);
  });

  test('words of a secret with other characters in between', () => {
    const { redact } = redactor({}, 'order-list');
    expect(redact('{"order":[{"list":1}]} and order-list')).toBe('{"order":[{"list":1}]} and ${X1}');
  });
});

describe('values with a sensitive name are redacted', () => {
  test.each([
    ['{"password":"a\\"b","b":1}', '{"password":"[redacted]","b":1}'],
    ['{"accessToken":"abc","pin_token":1234}', '{"accessToken":"[redacted]","pin_token":0}'],
    ['{"credentials":["a",{"b":"c"}]}', '{"credentials":["[redacted]",{"b":"[redacted]"}]}'],
    [
      '{"body":"{\\"client_secret\\":\\"abc\\",\\"x\\":1}"}',
      '{"body":"{\\"client_secret\\":\\"[redacted]\\",\\"x\\":1}"}',
    ],
    ['user=a&password=b&c=d', 'user=a&password=[redacted]&c=d'],
    ['see http://me:pass@host/?api_key=abc&page=2', 'see http://[redacted]@host/?api_key=[redacted]&page=2'],
    ['{"password":"cut off he', '{"password":"[redacted]'],
    [`{"token":"Bearer ${value}"}`, '{"token":"Bearer ${X}"}'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('unless the profile declares it for paging', () => {
    expect(shown('{"token":"abc","password":"x"}', { readable: ['token'] })).toBe(
      '{"token":"abc","password":"[redacted]"}',
    );
  });
});

describe('names in the profile are redacted', () => {
  const own: Redaction = {
    fields: ['X-Customer'],
    pointers: ['/ssn', '/card/*/number'],
    patterns: ['sk_live_[A-Za-z0-9]{1,64}'],
  };
  test.each([
    ['{"data":[{"ssn":"1-2"},{"ssn":12}],"b":"1-2"}', '{"data":[{"ssn":"[redacted]"},{"ssn":0}],"b":"1-2"}'],
    ['{"card":[{"number":"1","kind":"a"}],"number":"2"}', '{"card":[{"number":"[redacted]","kind":"a"}],"number":"2"}'],
    ['{"x_customer":"abc","a":"x-customer=def"}', '{"x_customer":"[redacted]","a":"x-customer=[redacted]"}'],
    ['a sk_live_1a2B b sk%5flive%5f1a2B', 'a [redacted] b [redacted]'],
  ])('%s', (text, expected) => {
    expect(shown(text, own)).toBe(expected);
  });

  test('in header fields, in JSON values, and in texts about exchanges', () => {
    const { fields, json, content, redactTrace } = redactor(own);
    expect(fields({ 'x-customer': 'abc', etag: '"1"' })).toEqual({ 'x-customer': '[redacted]', etag: '"1"' });
    const { values } = content('{"ssn":"123-45-6789"}', 100);
    expect(json({ was: '123-45-6789', ssn: 7, card: [{ number: '1' }], list: [...value] }, values)).toEqual({
      was: '[redacted]',
      ssn: 0,
      card: [{ number: '[redacted]' }],
      list: ['${X}', ...Array(value.length - 1).fill('')],
    });
    expect(redactTrace('Error: 123-45-6789')).toBe('Error: [redacted]');
  });

  test('in recurring fields, also secrets added since', () => {
    const { fields, hide } = createRedactor([]);
    const own = { accept: '*/*', 'x-a': value };
    expect([fields(own, true), fields(own, true)]).toEqual([own, own]);
    hide([{ name: 'LATER', reveal: () => value }]);
    expect(fields(own, true)).toEqual({ accept: '*/*', 'x-a': '${LATER}' });
  });

  test('a value of two characters only if it is the whole value of its field', () => {
    const secret = { name: 'PIN', reveal: () => 'ab' };
    const { fields, redact } = redactor({ alone: [{ field: 'X-Pin', secret }] });
    expect(fields({ 'x-pin': 'ab', 'x-other': 'ab' })).toEqual({ 'x-pin': '${PIN}', 'x-other': 'ab' });
    expect(redact('/a?x-pin=ab&x=ab')).toBe('/a?x-pin=${PIN}&x=ab');
  });
});

describe('the address of an item that is a secret itself is redacted', () => {
  const token = 'q8w7e6r5t4y3';

  test('once a member with a secret name had it', () => {
    const { content, redact, json } = createRedactor([]);
    expect(redact(`GET /invitations/${token}`)).toBe(`GET /invitations/${token}`);
    content(JSON.stringify({ token }), 1_000);
    expect(redact(`GET /invitations/${token}?a=1`)).toBe('GET /invitations/[redacted]?a=1');
    expect(json({ url: `http://localhost/invitations/${token}/accept` })).toEqual({
      url: 'http://localhost/invitations/[redacted]/accept',
    });
    expect(redact('GET /members/other')).toBe('GET /members/other');
  });

  test('where the path template names it so, without its template', () => {
    const { hideAddresses, redact } = createRedactor([]);
    hideAddresses(['/teams/{id}/invitations/{token}', '/orders/{id}']);
    expect(redact(`"/teams/7/invitations/${token}", /orders/7`)).toBe('"/teams/7/invitations/[redacted]", /orders/7');
    expect(redact('/teams/{id}/invitations/{token}')).toBe('/teams/{id}/invitations/{token}');
  });

  test('where the profile names its parameter', () => {
    const { hideAddresses, redact } = createRedactor([], { fields: ['handle'] });
    hideAddresses(['/people/{handle}']);
    expect(redact('/people/jane')).toBe('/people/[redacted]');
  });
});
