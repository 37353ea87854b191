import { describe, expect, test } from 'vitest';
import { callersIn } from './calling.js';
import { Secret } from './secret.js';

const identity = (name: string, headers: Record<string, string | Secret>, query = {}) => ({ name, headers, query });

describe('callers', () => {
  test('are nobody but nobody where no credentials are known', () => {
    expect(callersIn({ headers: { accept: 'x' }, identities: {} })).toEqual({
      callers: { none: { headers: { accept: 'x' }, query: {} } },
      hasCredential: false,
    });
  });

  test('carry what every request carries, and their own credentials in place of the full ones', () => {
    const { callers } = callersIn({
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

  test('take a credential of every request for that of the full caller', () => {
    const { callers, hasCredential } = callersIn({
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
    [{ cookie: 'session=abc; lang=de' }, 'cookie', /^session=[0-9a-f]{24}; lang=[0-9a-f]{24}$/],
  ])('are made up in the form of the real ones: %o', (headers, name, form) => {
    const { callers } = callersIn({ headers: {}, identities: { full: identity('full', headers) } });
    expect(callers.invalid?.headers[name]).toMatch(form);
    expect(callers.invalid?.headers[name]).not.toBe(headers[name as keyof typeof headers]);
  });

  test('are made up in the query, too', () => {
    const { callers } = callersIn({ headers: {}, identities: { full: identity('full', {}, { api_key: 'abc' }) } });
    expect(callers.invalid?.query.api_key).toMatch(/^[0-9a-f]{24}$/);
    expect(callers.none?.query).toEqual({});
  });
});
