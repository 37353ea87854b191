// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how files name variables
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type MaybeSecret, Secret } from '../../model/secret.js';
import { createProfileFolder, listProblems } from '../folder.fixture.js';
import { loadProfile } from '../load-profile.js';

const revealed = (text: MaybeSecret | undefined) => (text instanceof Secret ? text.reveal() : text);

const aimedBy = (wfc: string, auth = '{ file: wfc.yaml }', env: Record<string, string> = {}) =>
  loadProfile({
    cwd: createProfileFolder({ 'assay.yaml': `baseUrl: http://x/v1\nauth: ${auth}\n`, 'wfc.yaml': wfc }),
    env,
  });

const logins = `
schemaVersion: "0.6.0"
auth:
  - name: foo
    loginEndpointAuth:
      payloadRaw: '{"username": "foo", "password": "raw-hush"}'
  - name: bar
    loginEndpointAuth:
      payloadUserPwd: { username: bar, password: bar-hush, usernameField: username, passwordField: password }
  - name: baz
    fixedHeaders: [{ name: Authorization, value: " Token baz-hush" }, { name: X-Key, value: "\${KEY}" }]
    loginEndpointAuth: null
authTemplate:
  loginEndpointAuth:
    endpoint: /login
    verb: POST
    contentType: application/json
    expectCookies: true
configs: { maxTime: 5m }
`;
const env = { KEY: 'key-hush' };

describe('an authentication file of the Web Fuzzing Commons', () => {
  it('has the full caller as its first user, and the limited one as its second', async () => {
    const { identities } = await aimedBy(logins, undefined, env);
    expect(Object.keys(identities)).toEqual(['full', 'limited']);
    const { full, limited } = identities;
    expect(full?.obtain).toMatchObject({
      name: 'full.foo',
      request: { method: 'POST', url: 'http://x/login', headers: { 'content-type': 'application/json' } },
      take: { in: 'cookie' },
      send: { in: 'header', name: 'cookie', template: '{token}' },
    });
    expect(revealed(full?.obtain?.request.content)).toBe('{"username": "foo", "password": "raw-hush"}');
    expect(revealed(limited?.obtain?.request.content)).toBe('{"username":"bar","password":"bar-hush"}');
  });

  it('has the callers that the roles name, with fixed header fields', async () => {
    const auth = '{ file: wfc.yaml, roles: { full: bar, otherTenant: baz } }';
    const { identities } = await aimedBy(
      logins.replace('    loginEndpointAuth: null\n', '    loginEndpointAuth: { endpoint: /other }\n'),
      auth,
      env,
    );
    expect(Object.keys(identities)).toEqual(['full', 'otherTenant']);
    const { headers, obtain } = identities.otherTenant ?? {};
    expect(revealed(headers?.authorization)).toBe('Token baz-hush');
    expect(revealed(headers?.['x-key'])).toBe('key-hush');
    expect(obtain?.request.url).toBe('http://x/other');
  });

  it('can be named on the command line, and the profile takes precedence over it', async () => {
    const cwd = createProfileFolder({ 'wfc.yaml': logins });
    const { identities } = await loadProfile({ baseUrl: 'http://x', cwd, env, authFile: 'wfc.yaml' });
    expect(Object.keys(identities)).toEqual(['full', 'limited']);
    const own = await aimedBy(logins, '{ file: wfc.yaml, credentials: { full: abc } }', env);
    expect(revealed(own.identities.full?.headers.authorization)).toBe('Bearer abc');
    expect(own.identities.full?.obtain).toBeUndefined();
    expect(own.identities.limited?.obtain).toBeDefined();
  });

  it.each<[string, object, object]>([
    [
      '{ extractFrom: body, extractSelector: /token/authToken, sendIn: header, sendName: Authorization, sendTemplate: "Bearer {token}" }',
      { in: 'body', pointer: '/token/authToken' },
      { in: 'header', name: 'authorization', template: 'Bearer {token}' },
    ],
    [
      '{ extractFrom: header, extractSelector: X-Auth, sendIn: query, sendName: key }',
      { in: 'header', name: 'X-Auth' },
      { in: 'query', name: 'key', template: '{token}' },
    ],
    [
      '{ extractFromField: /access_token, httpHeaderName: Authorization, headerPrefix: "JWT " }',
      { in: 'body', pointer: '/access_token' },
      { in: 'header', name: 'authorization', template: 'JWT {token}' },
    ],
    [
      '{ extractFromHeader: X-Auth, httpHeaderName: X-Mine, headerPrefix: "<", headerPostfix: ">" }',
      { in: 'header', name: 'X-Auth' },
      { in: 'header', name: 'x-mine', template: '<{token}>' },
    ],
  ])('takes and sends a token, with the keys of any version: %s', async (token, take, send) => {
    const wfc = `auth: [{ name: a, loginEndpointAuth: { externalEndpointURL: "https://id.example/l", verb: GET, headers: [{ name: Authorization, value: Basic abc }], token: ${token} } }]`;
    const { obtain } = (await aimedBy(wfc)).identities.full ?? {};
    expect(obtain).toMatchObject({ request: { method: 'GET', url: 'https://id.example/l' }, take, send });
    expect(revealed(obtain?.request.headers.authorization)).toBe('Basic abc');
  });

  it('sends a form if the content type says so', async () => {
    const wfc = `auth: [{ name: a, loginEndpointAuth: { endpoint: /l, verb: POST, contentType: application/x-www-form-urlencoded, expectCookies: true, payloadUserPwd: { username: a b, password: p, usernameField: u, passwordField: w } } }]`;
    const { request } = (await aimedBy(wfc)).identities.full?.obtain ?? {};
    expect(revealed(request?.content)).toBe('u=a+b&w=p');
  });

  it('keeps its secrets', async () => {
    const raw = (await aimedBy(logins, undefined, env)).secrets.map((secret) => secret.reveal());
    expect(raw).toContain('raw-hush');
    const { secrets, ...profile } = await aimedBy(
      logins,
      '{ file: wfc.yaml, roles: { full: bar, limited: baz } }',
      env,
    );
    expect(inspect(profile, { depth: 12 }) + JSON.stringify(profile)).not.toContain('hush');
    expect(secrets.map((secret) => secret.reveal())).toEqual(
      expect.arrayContaining(['bar-hush', 'baz-hush', 'key-hush']),
    );
    expect(secrets.map((secret) => secret.reveal())).not.toContain('bar');
  });

  it.each([
    ['auth: []', /^wfc\.yaml:1:7: /],
    ['users: []', /^wfc\.yaml:1:1: the key "auth" is missing/],
    ['auth: [{ name: a }]', /^wfc\.yaml:1:8: has neither fixedHeaders nor loginEndpointAuth/],
    ['auth: [{ name: a, loginEndpointAuth: { verb: POST } }]', /neither endpoint nor externalEndpointURL/],
    ['auth: [{ name: a, loginEndpointAuth: { endpoint: /l } }]', /neither token nor expectCookies/],
    ['auth: [{ name: a, loginEndpointAuth: { endpoint: /l, token: {} } }]', /the token has no extractSelector/],
    [
      'auth: [{ name: a, loginEndpointAuth: { endpoint: /l, expectCookies: true, payloadUserPwd: { username: hush } } }]',
      /payloadUserPwd needs/,
    ],
    ['auth: [{ name: a, fixedHeaders: [{ name: a b, value: hush }] }]', /the header field "a…" cannot be sent/],
    ['auth: [{ name: a, fixedHeaders: { hush: hush } }]', /expected a list or null, found/],
  ])('%s is refused', async (wfc, line) => {
    const lines = await listProblems(aimedBy(wfc));
    expect(lines[0]).toMatch(line);
    expect(lines.join()).not.toContain('hush');
  });

  it('must exist and have users', async () => {
    expect(await listProblems(aimedBy(logins, '{ file: gone.yaml }', env))).toEqual([
      expect.stringMatching(/gone\.yaml: no such file$/),
    ]);
    expect(await listProblems(aimedBy(logins, '{ file: wfc.yaml, roles: { full: qux } }', env))).toEqual([
      'assay.yaml:2:40: "qux" is not a user of wfc.yaml; known users: foo, bar, baz',
    ]);
    expect((await listProblems(aimedBy(logins, '{ file: wfc.yaml, roles: { expired: foo } }', env)))[0]).toContain(
      'its credential cannot be expired',
    );
  });
});
