import { describe, expect, test } from 'vitest';
import type { HeaderFields, HttpResponse } from '../../model/exchange.js';
import { clientCredentials } from './token.fixture.js';
import { readGrant } from './token-request.js';

const answer = (status: number, json: HttpResponse['json'], headers: HeaderFields = {}): HttpResponse => ({
  status,
  headers,
  text: JSON.stringify(json ?? ''),
  json,
});

const byLogin = { ...clientCredentials, refresh: undefined as never };

describe('a token endpoint (RFC 6749)', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])(
    'grants a token of the type %s, with lifetime and refresh token',
    (type) => {
      const json = { access_token: 'a', token_type: type, expires_in: 60, refresh_token: 'r', id_token: 'i' };
      expect(readGrant(clientCredentials, answer(200, json))).toEqual({
        token: 'a',
        lifetimeMs: 60_000,
        refreshToken: 'r',
        secrets: ['a', 'r', 'i'],
      });
    },
  );

  test.each([0, -1, 'soon', null])('grants a token without a known lifetime when expires_in is %j', (expires_in) => {
    expect(readGrant(clientCredentials, answer(200, { access_token: 'a', expires_in }))).toEqual({
      token: 'a',
      secrets: ['a'],
    });
  });

  test('may return the lifetime as a text', () => {
    const grant = readGrant(clientCredentials, answer(200, { access_token: 'a', expires_in: '60' }));
    expect(grant).toMatchObject({ lifetimeMs: 60_000 });
  });

  test.each<[number, HttpResponse['json'], string]>([
    [401, { error: 'invalid_client' }, 'returned 401 invalid_client; check clientId, clientSecret'],
    [400, { error: 'invalid_grant', error_description: 'no\nway' }, '400 invalid_grant (no way); check username'],
    [400, { error: 'unauthorized_client' }, 'this client is not allowed to use this grant type'],
    [400, { error: 'unsupported_grant_type' }, 'does not support this grant type'],
    [400, { error: 'invalid_scope' }, 'check scope'],
    [400, { error: 'invalid_request' }, 'add it under extra'],
    [400, { error: 'strange' }, 'returned 400 strange'],
    [422, { message: 'bad input' }, 'returned 422 (bad input)'],
    [500, undefined, 'returned 500'],
    [302, undefined, 'returned 302'],
    [200, undefined, 'returned 200 without JSON'],
    [200, { token: 'a' }, 'returned 200 without a text at /access_token'],
    [200, { access_token: { a: 1 } }, 'without a text at /access_token'],
    [200, { access_token: 'a', token_type: 'DPoP' }, 'grants a token of the type DPoP; only Bearer can be sent'],
  ])('has the message for %i %j: %s', (status, json, words) => {
    expect(readGrant(clientCredentials, answer(status, json))).toContain(words);
  });
});

describe('a login', () => {
  test.each([
    ['/data/0/token', { data: [{ token: 'a' }] }],
    ['/a~1b/c~0d', { 'a/b': { 'c~d': 'a' } }],
    ['/n', { n: 7 }],
  ])('grants the text at %s', (pointer, json) => {
    const grant = readGrant({ ...byLogin, take: { in: 'body', pointer } }, answer(200, json));
    expect(grant).toMatchObject({ token: expect.stringMatching(/^(a|7)$/) });
  });

  test('does not grant an inherited member of an object', () => {
    const take = { in: 'body', pointer: '/constructor/name' } as const;
    expect(readGrant({ ...byLogin, take }, answer(200, {}))).toContain('without a text at');
  });

  test('reads the header field, or reports that it is missing', () => {
    const take = { in: 'header', name: 'X-Auth' } as const;
    expect(readGrant({ ...byLogin, take }, answer(204, undefined, { 'x-auth': 'a' }))).toMatchObject({ token: 'a' });
    expect(readGrant({ ...byLogin, take }, answer(204, undefined))).toContain('returned no header field X-Auth');
  });

  const cookies = { 'set-cookie': ['sid=a; Path=/; HttpOnly', 'lang=', 'old=x; Max-Age=0', 'b=c'] };

  test.each<[string | undefined, string]>([
    [undefined, 'sid=a; b=c'],
    ['sid', 'sid=a'],
  ])('grants the cookies %s that it sets, with or without a redirect', (name, token) => {
    const take = { in: 'cookie', ...(name !== undefined && { name }) } as const;
    expect(readGrant({ ...byLogin, take }, answer(303, undefined, cookies))).toMatchObject({ token });
    expect(readGrant({ ...byLogin, take }, answer(200, {}, { 'set-cookie': 'sid=a' }))).toMatchObject({
      token: 'sid=a',
      secrets: ['sid=a', 'a'],
    });
  });

  test('without the declared cookie grants nothing', () => {
    const grant = readGrant({ ...byLogin, take: { in: 'cookie', name: 'old' } }, answer(200, {}, cookies));
    expect(grant).toBe('set no cookie old');
  });
});
