// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how profiles name variables
import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../model/profile/profile.js';
import { Secret } from '../../model/secret.js';
import { loadYamlProfile } from '../folder.fixture.js';

const yaml = `
baseUrl: http://localhost:1
headers: { X-Trace: 'on', Authorization: 'Bearer \${TOKEN}', X-Mixed: 'a-\${MIXED}-b', X-Api-Key: literal-hush }
auth:
  scheme: bearer
  credentials:
    full: \${TOKEN}
    limited: { username: '\${USER}', password: '\${PASS}' }
    otherTenant: { query: key, value: other-hush }
    expired: { header: X-Old, value: old-hush }
`;
const obtaining = `
baseUrl: http://localhost:1
proxy: http://me:proxy-hush@proxy:3128
auth:
  credentials:
    full: { oauth2: { tokenUrl: /token, grant: password, clientId: kit, clientSecret: client-hush, username: me, password: '\${PASS}', extra: { api_key: extra-hush } } }
    limited: { login: { path: /login, form: { user: me, word: '\${TOKEN}' }, headers: { Authorization: Basic basic-hush }, token: /t } }
    otherTenant: { cookie: sid, value: cookie-hush }
`;
const env = { TOKEN: 'token-hush', MIXED: 'mixed-hush', USER: 'user-hush', PASS: 'pass-hush' };
const profile = () => loadYamlProfile(yaml, { env, headers: ['Cookie: sid=cookie-hush', 'X-Auth-Token: flag-hush'] });
const encoded = Buffer.from('user-hush:pass-hush').toString('base64');

const decoded = (text: string) => Buffer.from(text, 'base64').toString();

const outlets: [string, (value: unknown) => string][] = [
  ['JSON.stringify', (value) => JSON.stringify(value)],
  ['inspect', (value) => inspect(value, { depth: 9, showHidden: true })],
  ['inspect without custom', (value) => inspect(value, { depth: 9, showHidden: true, customInspect: false })],
  ['format', (value) => format('%s %o %O %j', value, value, value, value)],
  ['template', (value) => `${value}`],
  ['concatenation', (value) => `x${String(value)}`],
  ['structuredClone', (value) => inspect(structuredClone(value), { depth: 9 })],
  ['thrown', (value) => inspect(new Error(`failed with ${value}`, { cause: value }), { depth: 9 })],
  ['spread', (value) => JSON.stringify({ ...(value as object) })],
  ['entries', (value) => JSON.stringify(Object.entries(value as object))],
];

describe('a secret', () => {
  it.each(outlets)('does not leave by %s', async (_, shown) => {
    const seen = shown(await profile()) + shown(new Secret('NAME', 'plain-hush', 'Bearer '));
    expect(seen).not.toContain('hush');
    expect(seen).not.toContain(encoded);
  });

  it.each(outlets)('that helps to obtain another does not leave by %s', async (_, shown) => {
    const told = await loadYamlProfile(obtaining, { env });
    expect(shown(told)).not.toContain('hush');
    expect(shown(told)).not.toContain(Buffer.from('kit:client-hush').toString('base64'));
    const values = told.secrets.map((secret) => secret.reveal());
    for (const hush of ['proxy', 'client', 'pass', 'extra', 'token', 'basic', 'cookie'])
      expect(values.some((value) => value.includes(`${hush}-hush`) || decoded(value).includes(`${hush}-hush`))).toBe(
        true,
      );
  });

  it('prints its name, and returns its value only with reveal', () => {
    const secret = new Secret('TOKEN', 'hush');
    expect([`${secret}`, JSON.stringify({ secret }), inspect(secret)]).toEqual([
      '${TOKEN}',
      '{"secret":"${TOKEN}"}',
      '${TOKEN}',
    ]);
    expect(secret.reveal()).toBe('hush');
  });
});

describe('what a profile sends', () => {
  const revealed = (fields: Profile['headers']) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, text instanceof Secret ? text.reveal() : text]),
    );

  it('has every header field by lower-case name, with replaced variables', async () => {
    expect(revealed((await profile()).headers)).toEqual({
      'x-trace': 'on',
      authorization: 'Bearer token-hush',
      'x-mixed': 'a-mixed-hush-b',
      'x-api-key': 'literal-hush',
      cookie: 'sid=cookie-hush',
      'x-auth-token': 'flag-hush',
    });
  });

  it('has an identity for each credential', async () => {
    const { full, limited, otherTenant, expired } = (await profile()).identities;
    expect(full?.name).toBe('full');
    expect(revealed(full?.headers ?? {})).toEqual({ authorization: 'Bearer token-hush' });
    expect(revealed(limited?.headers ?? {})).toEqual({ authorization: `Basic ${encoded}` });
    expect(revealed(otherTenant?.query ?? {})).toEqual({ key: 'other-hush' });
    expect(revealed(expired?.headers ?? {})).toEqual({ 'x-old': 'old-hush' });
  });

  it('shows names that can be copied', async () => {
    const { headers, identities } = await profile();
    expect(String(headers.authorization)).toBe('Bearer ${TOKEN}');
    expect(String(headers['x-mixed'])).toBe('${MIXED}');
    expect(String(headers['x-api-key'])).toBe('${X_API_KEY}');
    expect(String(headers.cookie)).toBe('${COOKIE}');
    expect(String(identities.limited?.headers.authorization)).toBe('Basic ${USER+PASS}');
    expect(String(identities.expired?.headers['x-old'])).toBe('${auth.credentials.expired}');
  });

  it('lists every form in which a secret may show up', async () => {
    const values = (await profile()).secrets.map((secret) => secret.reveal());
    const wanted = ['token-hush', 'mixed-hush', 'a-mixed-hush-b', 'user-hush', 'pass-hush', encoded];
    expect(values).toEqual(
      expect.arrayContaining([...wanted, 'literal-hush', 'other-hush', 'old-hush', 'sid=cookie-hush', 'flag-hush']),
    );
    expect(new Set(values).size).toBe(values.length);
  });
});

describe('credentials by scheme', () => {
  it.each([
    ['bearer', 'abc', { authorization: 'Bearer abc' }],
    ['bearer', 'Bearer abc', { authorization: 'Bearer abc' }],
    ['basic', 'me:abc', { authorization: `Basic ${Buffer.from('me:abc').toString('base64')}` }],
    ['apiKey', 'abc', { 'x-api-key': 'abc' }],
    ['header', 'X-Me: abc', { 'x-me': 'abc' }],
  ])('%s %s', async (scheme, text, sent) => {
    const { identities } = await loadYamlProfile(
      `baseUrl: http://x\nauth: { scheme: ${scheme}, credentials: { full: '${text}' } }`,
    );
    const fields = Object.entries(identities.full?.headers ?? {});
    expect(Object.fromEntries(fields.map(([name, value]) => [name, (value as Secret).reveal()]))).toEqual(sent);
  });

  it('keeps a literal user name readable, but masks a token without a user name', async () => {
    const secretsOf = async (credential: string) =>
      (await loadYamlProfile(`baseUrl: http://x\nauth: { credentials: { full: ${credential} } }`)).secrets.map((s) =>
        s.reveal(),
      );
    expect(await secretsOf('{ username: admin, password: hush }')).not.toContain('admin');
    expect(await secretsOf('{ username: sk-hush }')).toContain('sk-hush');
  });
});
