import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../model/profile/profile.js';
import { createProfileFolder, listProblems, loadYamlProfile } from '../folder.fixture.js';
import { loadProfile } from '../load-profile.js';

const folder = fileURLToPath(new URL('../../http/fixtures', import.meta.url));
const file = (name: string) => join(folder, name);
const files = { ca: file('authority.pem'), cert: file('client.pem'), key: file('client.key.pem') };
const bare = (options = {}) => loadProfile({ baseUrl: 'https://x', cwd: createProfileFolder({}), env: {}, ...options });

describe('tls', () => {
  it('is unchanged by default', async () => {
    expect(await bare()).not.toHaveProperty('tls');
  });

  it('comes from flags, relative to the current folder', async () => {
    const { tls, notes } = await loadProfile({
      baseUrl: 'https://x',
      cwd: folder,
      env: {},
      ca: ['authority.pem'],
      cert: 'client.pem',
      key: 'client.key.pem',
      insecure: true,
    });
    expect(tls?.ca?.[0]).toContain('BEGIN CERTIFICATE');
    expect(tls?.cert).toContain('BEGIN CERTIFICATE');
    expect(tls?.key?.reveal()).toContain('BEGIN PRIVATE KEY');
    expect(tls?.isInsecure).toBe(true);
    expect(notes?.join()).toContain('certificates were not verified');
  });

  it('comes from the file, and flags take precedence', async () => {
    const yaml = `baseUrl: https://x\ntls: { ca: [${files.ca}], pfx: ${file('client.p12')}, passphrase: open-sesame }\n`;
    const said = await loadYamlProfile(yaml);
    expect(Object.keys(said.tls ?? {}).sort()).toEqual(['ca', 'passphrase', 'pfx']);
    const { tls } = await loadYamlProfile(yaml, { cert: files.cert, key: files.key });
    expect(Object.keys(tls ?? {}).sort()).toEqual(['ca', 'cert', 'key']);
  });

  it('never shows a key', async () => {
    const { tls } = await bare({ cert: files.cert, key: files.key });
    expect(inspect(tls, { depth: 9 }) + JSON.stringify(tls)).not.toContain('PRIVATE KEY');
  });

  it.each<[object, RegExp]>([
    [{ ca: ['gone.pem'] }, /^--ca: gone\.pem cannot be read \(ENOENT\)$/],
    [{ ca: [files.key] }, /^--ca: .+ contains no certificate in PEM form; give a file with/],
    [{ cert: files.cert }, /^--cert: a certificate needs both cert and key; give key, too$/],
    [{ key: files.key }, /^--key: a certificate needs both cert and key; give cert, too$/],
    [
      { cert: files.cert, key: file('server.key.pem') },
      /^--cert: the certificate cannot be used: .*key values mismatch/,
    ],
  ])('%j is refused', async (options, line) => {
    expect((await listProblems(bare(options)))[0]).toMatch(line);
  });

  it('refuses an encrypted file without its passphrase, at its place', async () => {
    const lines = await listProblems(
      loadYamlProfile(`baseUrl: https://x\ntls: { pfx: ${file('client.p12')}, passphrase: no }\n`),
    );
    expect(lines[0]).toMatch(/^assay\.yaml:2:13: the certificate cannot be used: /);
  });
});

describe('a certificate of one caller', () => {
  const withFull = (credential: string) =>
    loadYamlProfile(`baseUrl: https://x\nauth: { credentials: { full: ${credential} } }\n`);
  const certificate = `certificate: { cert: ${files.cert}, key: ${files.key} }`;

  it('identifies the caller alone, and cannot be invented', async () => {
    const { callers, identities } = await withFull(`{ ${certificate} }`);
    expect(Object.keys(identities.full ?? {})).toEqual(['name', 'headers', 'query', 'certificate']);
    expect(Object.keys(callers.full?.certificate ?? {})).toEqual(['cert', 'key']);
    expect(callers.invalid).toEqual({ headers: {}, query: {} });
  });

  it.each(['token: abc', 'login: { path: /login, token: /t }'])('can be combined with %s', async (other) => {
    const { callers } = await withFull(`{ ${certificate}, ${other} }`);
    expect(callers.full?.certificate?.cert).toContain('BEGIN CERTIFICATE');
    expect(callers.full?.obtain ?? callers.full?.headers.authorization).toBeDefined();
  });

  it.each([
    ['{ certificate: {} }', 'expected cert and key, or pfx'],
    ['{ certificate: { cert: gone.pem, key: gone.pem } }', 'gone.pem cannot be read (ENOENT)'],
  ])('%s: %s', async (credential, words) => {
    expect((await listProblems(withFull(credential)))[0]).toContain(words);
  });
});

describe('a proxy', () => {
  const known = ({ proxies }: Profile) => ({
    http: proxies?.http?.url,
    https: proxies?.https?.url,
    except: proxies?.except,
  });
  const here = ['localhost', '127.0.0.1', '[::1]'];

  it('is used for every host if it is named', async () => {
    const all = { http: 'http://proxy:3128', https: 'http://proxy:3128', except: [] };
    expect(known(await bare({ proxy: 'http://proxy:3128', env: { NO_PROXY: '*' } }))).toEqual(all);
    expect(known(await bare({ proxy: 'proxy:3128' }))).toEqual(all);
    expect(known(await loadYamlProfile('baseUrl: http://x\nproxy: http://proxy:3128'))).toEqual(all);
  });

  it('is not used if the profile says none', async () => {
    const env = { HTTPS_PROXY: 'http://proxy' };
    expect(await bare({ proxy: 'none', env })).not.toHaveProperty('proxies');
    expect(await loadYamlProfile('baseUrl: http://x\nproxy: http://proxy', { proxy: 'none' })).not.toHaveProperty(
      'proxies',
    );
  });

  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://a:1' }, { https: 'http://a:1', except: here }],
    [
      { http_proxy: 'a:1', HTTP_PROXY: 'b:1' },
      { http: 'http://a:1', except: here },
    ],
    [
      { all_proxy: 'http://a:1', NO_PROXY: 'x.y, .z' },
      { http: 'http://a:1', https: 'http://a:1', except: [...here, 'x.y', '.z'] },
    ],
  ])('is that of the environment: %j', async (env, proxies) => {
    expect(known(await bare({ env }))).toEqual({ http: undefined, https: undefined, except: undefined, ...proxies });
  });

  it('of the environment with an unsupported scheme is not used, with a note', async () => {
    const { proxies, notes } = await bare({ env: { ALL_PROXY: 'socks5://a:1', HTTP_PROXY: 'http://b:1' } });
    expect([proxies?.https, proxies?.http?.url]).toEqual([undefined, 'http://b:1']);
    expect(notes?.join()).toContain('a proxy in the environment was ignored');
  });

  it('keeps its credentials out of its URL, and hidden', async () => {
    const { proxies, secrets } = await bare({ proxy: 'http://me:hu%24h@proxy:3128' });
    expect(proxies?.http?.url).toBe('http://proxy:3128');
    const basic = Buffer.from('me:hu$h').toString('base64');
    expect(inspect(proxies, { depth: 9 })).not.toContain(basic);
    expect(String(proxies?.http?.authorization)).toBe(`Basic \${proxy}`);
    expect(secrets.map((secret) => secret.reveal())).toEqual([basic, 'hu$h']);
  });

  it.each([
    ['socks5://hush@proxy', 'only http and https proxies can be used'],
    ['http://:hush', 'expected the URL of a proxy'],
  ])('%s is refused', async (proxy, words) => {
    const lines = [
      ...(await listProblems(bare({ proxy }))),
      ...(await listProblems(loadYamlProfile(`baseUrl: http://x\nproxy: ${proxy}`))),
    ];
    expect(lines.map((line) => line.split(': ')[0])).toEqual(['--proxy', 'assay.yaml:2:8']);
    expect(lines[0]).toContain(words);
    expect(lines.join()).not.toContain('hush');
  });
});

describe('--token-env', () => {
  const env = { TOKEN: 'hush' };

  it('is a bearer token for every request', async () => {
    const { callers, hasCredential, identities } = await bare({ tokenEnv: 'TOKEN', env });
    expect(String(callers.full?.headers.authorization)).toBe(`Bearer \${TOKEN}`);
    expect(callers.none?.headers).toEqual({});
    expect([hasCredential, identities]).toEqual([true, {}]);
  });

  it('replaces the credential of the full caller in the file', async () => {
    const yaml =
      'baseUrl: http://x\nauth: { credentials: { full: { login: { path: /login, token: /t } }, limited: abc } }';
    const { callers, identities } = await loadYamlProfile(yaml, { tokenEnv: 'TOKEN', env });
    expect(callers.full?.obtain).toBeUndefined();
    expect(String(callers.full?.headers.authorization)).toBe(`Bearer \${TOKEN}`);
    expect(Object.keys(identities)).toEqual(['full', 'limited']);
  });

  it.each([
    [{}, 'the variable TOKEN is not set; export it'],
    [{ TOKEN: 'hu\nsh' }, 'TOKEN contains characters that cannot be sent'],
  ])('%j is refused', async (given, words) => {
    const lines = await listProblems(bare({ tokenEnv: 'TOKEN', env: given }));
    expect(lines).toEqual([expect.stringContaining(`--token-env: ${words}`)]);
  });

  it('never repeats a text that may be the token itself', async () => {
    const lines = await listProblems(bare({ tokenEnv: 'eyJhbGciOiJIUzI1NiJ9.hush', env: {} }));
    expect(lines).toEqual([expect.stringMatching(/^--token-env: .* not the token$/)]);
    expect(lines.join()).not.toContain('hush');
  });
});
