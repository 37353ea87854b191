// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how profiles name variables
import { describe, expect, it } from 'vitest';
import { type MaybeSecret, Secret } from '../../model/secret.js';
import { listProblems, loadYamlProfile } from '../folder.fixture.js';

const revealed = (text: MaybeSecret | undefined) => (text instanceof Secret ? text.reveal() : text);

/** How the full caller comes by its credential, everything revealed, and the secrets of the profile. */
async function obtained(credential: string, env: Record<string, string> = {}) {
  const { identities, secrets } = await loadYamlProfile(
    `baseUrl: http://x\nauth: { credentials: { full: ${credential} } }`,
    {
      env,
    },
  );
  const { obtain } = identities.full ?? {};
  const headers = Object.entries(obtain?.request.headers ?? {}).map(([name, text]) => [name, revealed(text)]);
  return {
    ...obtain,
    request: { ...obtain?.request, headers: Object.fromEntries(headers), content: revealed(obtain?.request.content) },
    refresh: revealed(obtain?.refresh),
    secrets: secrets.map((secret) => secret.reveal()),
  };
}

const complaintsOn = (credential: string, role = 'full') =>
  listProblems(loadYamlProfile(`baseUrl: http://x\nauth: { credentials: { ${role}: ${credential} } }`));

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('oauth2', () => {
  it('is client credentials with Basic by default', async () => {
    expect(
      await obtained('{ oauth2: { tokenUrl: /token, clientId: kit, clientSecret: hush, scope: a b, audience: x } }'),
    ).toEqual({
      name: 'auth.credentials.full',
      request: {
        method: 'POST',
        url: '/token',
        headers: { ...form, authorization: basic('kit:hush') },
        content: 'grant_type=client_credentials&scope=a+b&audience=x',
      },
      take: { in: 'body', pointer: '/access_token' },
      send: { in: 'header', name: 'authorization', template: 'Bearer {token}' },
      refresh: 'grant_type=refresh_token',
      secrets: ['hush'],
    });
  });

  it('encodes client id and secret before they are joined', async () => {
    const { request } = await obtained("{ oauth2: { tokenUrl: /token, clientId: 'a:b', clientSecret: 'c d&' } }");
    expect(request.headers.authorization).toBe(basic('a%3Ab:c+d%26'));
  });

  it('may send the client secret in the body, and further parameters', async () => {
    const { request, refresh } = await obtained(
      '{ oauth2: { tokenUrl: "https://id.example/token", clientId: kit, clientSecret: hush, authentication: body, extra: { resource: r } } }',
    );
    expect(request).toMatchObject({ url: 'https://id.example/token', headers: form });
    expect(request.headers).not.toHaveProperty('authorization');
    expect(request.content).toBe('grant_type=client_credentials&client_id=kit&client_secret=hush&resource=r');
    expect(refresh).toBe('grant_type=refresh_token&client_id=kit&client_secret=hush&resource=r');
  });

  it('supports the password grant of a public client', async () => {
    const { request } = await obtained(
      '{ oauth2: { tokenUrl: /token, grant: password, clientId: kit, username: me, password: hush } }',
    );
    expect(request.content).toBe('grant_type=password&username=me&password=hush&client_id=kit');
  });

  it.each([
    ['{ tokenUrl: /token, clientId: kit }', 'the grant client_credentials needs a clientSecret'],
    ['{ tokenUrl: /token, clientId: kit, grant: password, username: me }', 'needs a username and a password'],
    ['{ tokenUrl: "ftp://x", clientId: kit, clientSecret: hush }', 'tokenUrl is neither an http(s) URL nor a path'],
    ['{ tokenUrl: "https://me:hush@x", clientId: kit, clientSecret: hush }', 'tokenUrl is neither'],
    ['{ clientId: kit }', 'the key "tokenUrl" is missing'],
    ['{ tokenUrl: /token, clientId: kit, grant: code }', 'expected one of client_credentials, password'],
  ])('%s: %s', async (oauth2, words) => {
    const lines = await complaintsOn(`{ oauth2: ${oauth2} }`);
    expect(lines[0]).toContain(words);
    expect(lines[0]).toMatch(/^assay\.yaml:2:\d+: /);
    expect(lines.join()).not.toContain('hush');
  });
});

describe('login', () => {
  it('posts JSON and sends the token as a bearer by default', async () => {
    const login = '{ login: { path: /login, body: { user: me, password: "${P}" }, token: /data/token } }';
    expect(await obtained(login, { P: 'hush' })).toMatchObject({
      name: 'auth.credentials.full',
      request: {
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/json' },
        content: '{"user":"me","password":"hush"}',
      },
      take: { in: 'body', pointer: '/data/token' },
      send: { in: 'header', name: 'authorization', template: 'Bearer {token}' },
      refresh: undefined,
      secrets: ['hush'],
    });
  });

  it.each([
    ['form: { a: b c }', { headers: form, content: 'a=b+c' }],
    ['text: "<a/>", mediaType: text/xml', { headers: { 'content-type': 'text/xml' }, content: '<a/>' }],
    ['method: GET, headers: { Authorization: Basic abc }', { method: 'GET', headers: { authorization: 'Basic abc' } }],
  ])('may send %s', async (said, request) => {
    expect(
      (await obtained(`{ login: { url: "https://id.example/login", token: /t, ${said} } }`)).request,
    ).toMatchObject({
      url: 'https://id.example/login',
      ...request,
    });
  });

  it.each([
    ['tokenHeader: X-Auth', { in: 'header', name: 'X-Auth' }, { name: 'authorization', template: 'Bearer {token}' }],
    ['cookie: sid', { in: 'cookie', name: 'sid' }, { name: 'cookie', template: '{token}' }],
    ['cookie: true', { in: 'cookie' }, { name: 'cookie', template: '{token}' }],
    ['token: /t, send: { header: X-Auth }', {}, { in: 'header', name: 'x-auth', template: '{token}' }],
    ["token: /t, send: { header: Authorization, prefix: 'JWT ' }", {}, { template: 'JWT {token}' }],
    ['token: /t, send: { query: key }', {}, { in: 'query', name: 'key', template: '{token}' }],
    ['token: /t, send: { cookie: sid }', {}, { in: 'header', name: 'cookie', template: 'sid={token}' }],
    ['token: /t, send: { header: X, template: "<{token}>" }', {}, { name: 'x', template: '<{token}>' }],
  ])('may take and send %s', async (said, take, send) => {
    const { take: taken, send: sent } = await obtained(`{ login: { path: /login, ${said} } }`);
    expect(taken).toMatchObject(take);
    expect(sent).toMatchObject(send);
  });

  it.each([
    ['{ token: /t }', 'expected one of path and url'],
    ['{ path: /a, url: "http://x", token: /t }', 'expected one of path and url'],
    ['{ url: login, token: /t }', 'url is not an http(s) URL'],
    ['{ path: /a, body: {}, form: {}, token: /t }', 'expected only one of body, form and text'],
    ['{ path: /a }', 'expected one of token, tokenHeader and cookie'],
    ['{ path: /a, token: /t, cookie: sid }', 'expected one of token, tokenHeader and cookie'],
    ['{ path: /a, token: /t, send: { header: a, query: b } }', 'expected only one of header, query and cookie in send'],
    ['{ path: /a, token: /t, headers: { a b: hush } }', 'the header field "a…" cannot be sent'],
    ['{ path: /a, token: /t, send: { header: a b } }', '"a…" is not a valid header field name'],
  ])('%s: %s', async (login, words) => {
    const lines = await complaintsOn(`{ login: ${login} }`);
    expect(lines[0]).toContain(words);
    expect(lines.join()).not.toContain('hush');
  });
});

describe('an obtained credential', () => {
  const login = '{ path: /login, token: /t }';

  it('cannot have expired', async () => {
    expect(await complaintsOn(`{ login: ${login} }`, 'expired')).toEqual([
      'assay.yaml:2:33: cannot be obtained; give a credential that has expired',
    ]);
  });

  it.each([`{ login: ${login}, token: a }`, `{ login: ${login}, oauth2: { tokenUrl: /t, clientId: k } }`])(
    'is obtained in one way: %s',
    async (credential) => {
      expect((await complaintsOn(credential))[0]).toContain('expected a text, {token}');
    },
  );

  it('leaves user names readable', async () => {
    const { secrets } = await obtained(
      '{ login: { path: /l, form: { user: admin, pin: "1234", csrf_token: abc }, token: /t } }',
    );
    expect(secrets).toEqual(['1234', 'abc']);
  });
});

describe('a cookie', () => {
  it('is sent with its name, and shown without its value', async () => {
    const { identities, secrets } = await loadYamlProfile(
      'baseUrl: http://x\nauth: { credentials: { full: { cookie: sid, value: hush } } }',
    );
    const { cookie } = identities.full?.headers ?? {};
    expect([revealed(cookie), String(cookie)]).toEqual(['sid=hush', 'sid=${auth.credentials.full}']);
    expect(secrets.map((secret) => secret.reveal())).toEqual(['hush']);
  });

  it.each([
    ['{ cookie: "a b", value: c }', '"a…" is not a valid cookie name'],
    ['{ cookie: a, value: "hush;" }', 'contains characters that cannot be sent in a cookie'],
    ['{ cookie: a }', 'expected a text'],
  ])('%s: %s', async (credential, words) => {
    const lines = await complaintsOn(credential);
    expect(lines[0]).toContain(words);
    expect(lines.join()).not.toContain('hush');
  });
});

describe('a JSON Web Token', () => {
  it('has a hidden signed part, which invented credentials contain', async () => {
    const signed = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodXNoIn0';
    const { secrets } = await loadYamlProfile(
      `baseUrl: http://x\nauth: { credentials: { full: ${signed}.c2lnbmF0dXJl } }`,
    );
    expect(secrets.map((secret) => secret.reveal())).toContain(signed);
  });
});
