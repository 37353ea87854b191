import { expect, test } from 'vitest';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { startTestProxy } from '../../src/http/transport/proxy.fixture.js';
import { getCertificatePath, startTlsOrigin } from '../../src/http/transport/tls-origin.fixture.js';
import { createTestFolder, hasReport, readRunReport, runAssay } from './assay.fixture.js';

const ca = getCertificatePath('authority.pem');
const own = ['--cert', getCertificatePath('client.pem'), '--key', getCertificatePath('client.key.pem')];

/** Answers as a service with one list does. */
const list: Parameters<typeof startOrigin>[0] = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":1}]');

const run = (cwd: string, url: string, args: readonly string[] = [], env = {}) =>
  runAssay(cwd, ['run', url, '--collection', '/things', '--permit', 'reads', '--cases', '1', ...args], env);

test('trusts the certificate of --ca, sends the client certificate, and uses --proxy', async () => {
  const { url, shown } = await startTlsOrigin(list, 'a certificate');
  const { url: address, asked } = await startTestProxy();
  const cwd = createTestFolder();
  const alone = await run(cwd, url);
  expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining('give its certificate authority with --ca')]);
  expect(hasReport(cwd)).toBe(false);
  await run(cwd, url, ['--ca', ca, ...own, '--proxy', address]);
  expect(hasReport(cwd)).toBe(true);
  expect(new Set(shown)).toEqual(new Set(['Assay test client']));
  expect(new Set(asked.map(({ line }) => line))).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
});

test('skips TLS certificate verification with --insecure, and says so in the report', async () => {
  const { url } = await startTlsOrigin(list);
  const cwd = createTestFolder();
  await run(cwd, url, ['--insecure']);
  expect(readRunReport(cwd).survey.notes.join()).toContain(
    'certificates were not verified (--insecure, or tls.insecure)',
  );
});

test('sends the bearer token of --token-env, and neither prints nor writes it', async () => {
  const { url, arrived } = await startOrigin(list);
  const cwd = createTestFolder();
  const { stdout } = await run(cwd, url, ['--token-env', 'MINE'], { MINE: 'hush-hush' });
  expect(arrived.some(({ headers }) => headers.authorization === 'Bearer hush-hush')).toBe(true);
  expect(stdout + JSON.stringify(readRunReport(cwd))).not.toContain('hush');
});

test('logs in as the first user of --auth-file', async () => {
  const { url, arrived } = await startOrigin((request, response) =>
    request.url === '/login' ? response.setHeader('set-cookie', 'sid=hush-1').end() : list(request, response),
  );
  const login = '{ endpoint: /login, verb: POST, expectCookies: true }';
  const cwd = createTestFolder({ 'wfc.yaml': `auth: [{ name: foo, loginEndpointAuth: ${login} }]` });
  const { stdout } = await run(cwd, url, ['--auth-file', 'wfc.yaml']);
  expect(arrived.some(({ headers }) => headers.cookie === 'sid=hush-1')).toBe(true);
  expect(stdout + JSON.stringify(readRunReport(cwd))).not.toContain('hush');
});

test('exits with 3 and prints the response of the service when a login fails', async () => {
  const { url } = await startOrigin((_, response) =>
    response.writeHead(400).end('{"error":"invalid_client","error_description":"never heard of"}'),
  );
  const oauth2 = '{ tokenUrl: /token, clientId: kit, clientSecret: hush-hush }';
  const cwd = createTestFolder({ 'assay.yaml': `auth: { credentials: { full: { oauth2: ${oauth2} } } }` });
  const { code, stderr, stdout } = await run(cwd, url);
  expect(stderr.split('\n').slice(1).join('\n')).toBe(
    `assay: auth.credentials.full cannot be obtained: POST ${url}/token returned 400 invalid_client (never heard of); check clientId, clientSecret, and whether authentication must be basic or body\n`,
  );
  expect([code, stdout, hasReport(cwd)]).toEqual([3, '', false]);
});

test('exits with 3 and names the URL to use when every request is redirected to another origin', async () => {
  const { url } = await startOrigin(({ url: path }, response) =>
    response.writeHead(308, { location: `https://api.example.com${path}` }).end(),
  );
  const cwd = createTestFolder();
  const { code } = await run(cwd, url);
  expect(code).toBe(3);
  expect(readRunReport(cwd).gate.reasons).toContain(
    `${url} redirects with 308 to https://api.example.com/…: use https://api.example.com as the base URL`,
  );
});

test.each([
  [['--cert', ca], '--cert: a certificate needs both cert and key'],
  [['--ca', 'gone.pem'], '--ca: gone.pem cannot be read (ENOENT)'],
  [['--proxy', 'ftp://x'], '--proxy: only http and https proxies can be used'],
  [['--token-env', 'NOBODY_SET_THIS'], '--token-env: the variable NOBODY_SET_THIS is not set; export it'],
  [['--auth-file', 'gone.yaml'], 'gone.yaml: no such file'],
])('exits with 2 for %j', async (args, words) => {
  const { code, stderr } = await run(createTestFolder(), 'http://127.0.0.1:1', args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});
