import { describe, expect, test } from 'vitest';
import { Secret } from '../../model/secret.js';
import { alterToken, createCallers as createAllCallers } from './caller-requests.js';

const createCallers = (known: Omit<Parameters<typeof createAllCallers>[0], 'secrets'>) =>
  createAllCallers({ ...known, secrets: [] });
const identity = (name: string, headers: Record<string, string | Secret>, query = {}) => ({ name, headers, query });

describe('callers', () => {
  test('are only the caller without credentials if no credentials are known', () => {
    expect(createCallers({ headers: { accept: 'x' }, identities: {} })).toEqual({
      callers: { none: { headers: { accept: 'x' }, query: {} } },
      hasCredential: false,
      secrets: [],
    });
  });

  test('include the full one with another end of its token, unless a wrong password is declared', () => {
    const full = identity('full', { authorization: new Secret('TOKEN', 'alice.wrench-4711', 'Bearer ') });
    const { callers, secrets } = createCallers({ headers: { 'x-tenant': '7' }, identities: { full } });
    const { authorization, ...rest } = callers.wrongPassword?.headers ?? {};
    expect(rest).toEqual({ 'x-tenant': '7' });
    expect(String(authorization)).toBe('Bearer $' + '{TOKEN-altered}');
    expect(secrets.map((secret) => secret.reveal())).toEqual([expect.stringMatching(/^alice\.wrench-\d{4}$/)]);
    const wrongPassword = identity('wrongPassword', { authorization: 'Bearer declared' });
    const declared = createCallers({ headers: {}, identities: { full, wrongPassword } });
    expect([declared.callers.wrongPassword?.headers, declared.secrets]).toEqual([wrongPassword.headers, []]);
  });

  test('have no altered token beside a cookie, or where it is obtained', () => {
    const headers = { authorization: 'Bearer alice.wrench-4711', cookie: 'sid=0a1b2c3d4e' };
    const { callers } = createCallers({ headers: {}, identities: { full: identity('full', headers) } });
    expect(callers.wrongPassword).toBeUndefined();
  });

  test('have the fields of every request, and their own credentials instead of the full ones', () => {
    const { callers } = createCallers({
      headers: { 'x-tenant': '7', cookie: 'a=b' },
      identities: {
        full: identity('full', { authorization: 'Bearer f' }),
        limited: identity('limited', { authorization: 'Bearer l' }),
      },
    });
    expect(callers.full?.headers).toEqual({ 'x-tenant': '7', cookie: 'a=b', authorization: 'Bearer f' });
    expect(callers.limited?.headers).toEqual({ 'x-tenant': '7', authorization: 'Bearer l' });
    expect(callers.none?.headers).toEqual({ 'x-tenant': '7' });
  });

  test('include a full caller with the credential of every request', () => {
    const { callers, hasCredential } = createCallers({
      headers: { authorization: new Secret('TOKEN', 'Bearer secret') },
      identities: {},
    });
    expect([hasCredential, Object.keys(callers.none?.headers ?? {})]).toEqual([true, []]);
    expect(String(callers.full?.headers.authorization)).toMatch(/^\$\{TOKEN\}$/);
  });

  test.each([
    [{ authorization: 'Bearer abc' }, 'authorization', /^Bearer [0-9a-f]{24}$/],
    [
      { authorization: `Basic ${Buffer.from('user:word').toString('base64')}` },
      'authorization',
      /^Basic [A-Za-z0-9+/=]+$/,
    ],
    [{ 'x-api-key': 'abc' }, 'x-api-key', /^[0-9a-f]{24}$/],
    [
      { 'x-token': `eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.${'s'.repeat(43)}` },
      'x-token',
      /^eyJhbGciOiJub25lIn0\.eyJzdWIiOiI3In0\.[\w-]{43}$/,
    ],
    [
      { authorization: 'JWT eyJhbGciOiJub25lIn0.eyJ9.sign' },
      'authorization',
      /^JWT eyJhbGciOiJub25lIn0\.eyJ9\.[\w-]{4}$/,
    ],
    [{ cookie: 'session=abc; lang=de' }, 'cookie', /^session=[0-9a-f]{24}; lang=[0-9a-f]{24}$/],
  ])('are invented in the format of the real ones: %o', (headers, name, form) => {
    const { callers } = createCallers({ headers: {}, identities: { full: identity('full', headers) } });
    expect(callers.invalid?.headers[name]).toMatch(form);
    expect(callers.invalid?.headers[name]).not.toBe(headers[name as keyof typeof headers]);
  });

  test('are invented in the query', () => {
    const { callers } = createCallers({ headers: {}, identities: { full: identity('full', {}, { api_key: 'abc' }) } });
    expect(callers.invalid?.query.api_key).toMatch(/^[0-9a-f]{24}$/);
    expect(callers.none?.query).toEqual({});
  });

  test.each([
    [{ in: 'header', name: 'authorization', template: 'Bearer {token}' }, { headers: /^Bearer [0-9a-f]{24}$/ }],
    [{ in: 'query', name: 'key', template: '{token}' }, { query: /^[0-9a-f]{24}$/ }],
    [{ in: 'header', name: 'cookie', template: 'sid={token}' }, { headers: /^sid=[0-9a-f]{24}$/ }],
  ] as const)('are invented instead of obtained ones: %j', (send, made) => {
    const request = { method: 'POST', url: '/token', headers: {} };
    const obtain = { name: 'full', request, take: { in: 'body', pointer: '/t' }, send } as const;
    const { callers } = createCallers({ headers: {}, identities: { full: { ...identity('full', {}), obtain } } });
    expect(callers.full?.obtain).toBe(obtain);
    expect(callers.invalid?.obtain).toBeUndefined();
    for (const [place, form] of Object.entries(made))
      expect(callers.invalid?.[place as 'headers' | 'query'][send.name]).toMatch(form);
  });

  test.each([
    [{ in: 'cookie' } as const, /^session=[0-9a-f]{24}$/],
    [{ in: 'cookie', name: 'sid' } as const, /^sid=[0-9a-f]{24}$/],
  ])('are invented instead of a session: %j', (take, form) => {
    const request = { method: 'POST', url: '/login', headers: {} };
    const send = { in: 'header', name: 'cookie', template: '{token}' } as const;
    const full = { ...identity('full', {}), obtain: { name: 'full', request, take, send } };
    expect(createCallers({ headers: {}, identities: { full } }).callers.invalid?.headers.cookie).toMatch(form);
  });

  test('send their own cookie together with one of every request', () => {
    const full = identity('full', { cookie: new Secret('SID', 'abc', 'sid=') });
    const { callers } = createCallers({ headers: { cookie: 'lang=de' }, identities: { full } });
    const cookie = callers.full?.headers.cookie;
    expect(cookie instanceof Secret && cookie.reveal()).toBe('lang=de; sid=abc');
    expect(String(cookie)).not.toContain('abc');
    expect(callers.none?.headers).toEqual({});
  });
});

test.each([
  ['authorization', 'Bearer alice.wrench-4711', /^Bearer alice\.wrench-\d{4}$/],
  ['authorization', 'Token 0a1b2c3d4e5f', /^Token 0a1b2c3d\d[a-z]\d[a-z]$/],
  ['x-api-key', 'demo-full-7Qx2LmV9', /^demo-full-7Qx2[A-Z][a-z][A-Z]\d$/],
  ['api_key', 'user:c2VjcmV0ZGVtbw=', /^user:c2VjcmV0ZG[A-Z][a-z]{3}=$/],
])('the end of a token in %s is another one: %s', (field, real, form) => {
  const altered = alterToken(field, real);
  expect(altered).toMatch(form);
  const [before, after] = [real.replace(/=+$/, '').slice(-4), altered?.replace(/=+$/, '').slice(-4)];
  for (const [i, one] of [...before].entries()) expect(after?.[i]).not.toBe(one);
});

test.each([
  ['authorization', `Basic ${Buffer.from('alice:wrench-4711').toString('base64')}`],
  ['authorization', 'Digest username="alice", response="0a1b2c3d4e5f"'],
  ['authorization', 'wrench-4711-4711'],
  ['cookie', 'session=0a1b2c3d4e5f'],
  ['authorization', `Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.${'s'.repeat(43)}`],
  ['x-api-key', 'short'],
  // Punctuation stays, so that too little or nothing would be another one.
  ['x-api-key', '0a1b2c3d4e5f----'],
  ['authorization', 'Bearer alice.wrench4711-_7~'],
])('passwords, cookies, signed tokens and short ones stay as they are: %s: %s', (field, real) => {
  expect(alterToken(field, real)).toBeUndefined();
});
