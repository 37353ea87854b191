// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how profiles name variables
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { getCertificatePath, readPem } from '../../src/http/transport/tls-origin.fixture.js';
import { type CommandResult, createTestFolder, readRunReport, runAssay, startAssay } from './assay.fixture.js';
import { type EchoOptions, startEchoService } from './echo-service.fixture.js';
import { findSecrets, readFiles } from './find-secrets.fixture.js';

/**
 * Without the letter that begins the names of fields, and with a digit in the middle: a name behind a fragment that is shorter than half of
 * a canary would look like more of it.
 */
const canary = () =>
  `Cn${randomBytes(21)
    .toString('base64url')
    .replaceAll(/[^\w]|[_x]/gi, '7')
    .replace(/^(.{12})./, '$17')}`;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The secrets that must not be found again. */
function planted() {
  const own: EchoOptions['own'] = {
    session: canary(),
    cookie: canary(),
    csrf: canary(),
    customer: canary(),
    card: canary(),
    stripe: `sk_live_${canary()}`,
    access: canary(),
  };
  const said = {
    login: canary(),
    basic: `${canary()}+/%&"ü`,
    key: canary(),
    old: canary(),
    header: canary(),
    traced: canary(),
    body: canary(),
    passphrase: canary(),
    proxy: canary(),
    cookieGiven: canary(),
    oauth: canary(),
    fixed: canary(),
    wfc: canary(),
    signature: canary(),
    claims: part({ sub: canary() }),
    clientKey: readPem('client.key.pem').split('\n').slice(3, 5).join(''),
  };
  return { own, said, all: { ...own, ...said } };
}

const env = ({ said }: ReturnType<typeof planted>) => ({
  LOGIN: said.login,
  BASIC: said.basic,
  TRACED: said.traced,
  DEMO_SECRET: said.body,
});

function profileOf({ said }: ReturnType<typeof planted>, proxy?: string): string {
  return `
headers: { X-Api-Key: ${said.header}, X-Trace: '\${TRACED}', Cookie: 'lang=en; sid=${said.cookieGiven}' }
auth:
  public: []
  credentials:
    full: { login: { path: /login, body: { user: me, password: '\${LOGIN}' }, token: /data/token } }
    limited: { username: me, password: '\${BASIC}' }
    otherTenant: { query: key, value: ${said.key} }
    expired: { header: X-Old, value: ${said.old} }
tls: { cert: ${getCertificatePath('client.pem')}, key: ${getCertificatePath('client.key.pem')}, passphrase: ${said.passphrase} }
${proxy === undefined ? '' : `proxy: ${proxy.replace('://', `://me:${said.proxy}@`)}`}
redact: { fields: [X-Customer], pointers: [/card/*], patterns: ['sk_live_[A-Za-z0-9]+'] }
limits: { maxSeconds: 60 }
resources:
  - collection: /things
    item: /things/{id}
    create: { example: { name: a, word: '\${DEMO_SECRET}' } }
    replace: { example: { name: b, word: '\${DEMO_SECRET}' } }
`;
}

const few = [
  '--cases',
  '1',
  '--only',
  'safety/get-does-not-change-the-item*',
  'access/caller-without*',
  'access/reading-with-expired*',
  'access/private-items-cannot-be-read*',
];

/** Fails for each canary in anything that was written or printed. */
function expectSilence(
  folder: string,
  ended: CommandResult,
  canaries: Readonly<Record<string, string>>,
  ours: string[] = [],
) {
  const files = readFiles(folder).filter(({ name }) => !ours.includes(name));
  const texts = [...files, { name: 'stdout', text: ended.stdout }, { name: 'stderr', text: ended.stderr }];
  const leaks = texts.flatMap(({ name, text }) => findSecrets(text, canaries).map((leak) => `${leak} in ${name}`));
  expect(leaks).toEqual([]);
}

const ours = ['assay.yaml', 'wfc.yaml', 'other.yaml'];

describe('no secret is written or printed', () => {
  test('by a run with violations, its replay, its plan, another format of its report and that for a vendor', async () => {
    const canaries = planted();
    const echo = await startEchoService({ own: canaries.own });
    const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${echo.url}${profileOf(canaries)}` });
    const ended = await runAssay(cwd, ['run', ...few, '-vv'], env(canaries));
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(/→ 200 {2}\d+ ms\n +(sent|came) /)]);
    const { results } = readRunReport(cwd);
    const violation = results.find(({ verdict, rule }) => verdict === 'violated' && rule.includes('expired'));
    expect(violation?.evidence?.curl.join('\n')).toMatch(/-H 'x-old: '"\$auth_credentials_expired"/);
    expect(JSON.stringify(violation?.evidence)).toContain('readable-page-cursor');
    expectSilence(cwd, ended, canaries.all, ours);
    const again = await runAssay(cwd, ['replay', 'reports/report.json', '1'], env(canaries));
    expect(again.code).toBe(1);
    const plan = await runAssay(cwd, ['run', '--plan', '--format', 'json'], env(canaries));
    expect(plan.code).toBe(0);
    const view = await runAssay(cwd, ['report', 'reports/report.json', '--format', 'markdown']);
    const vendor = await runAssay(cwd, ['report', 'reports/report.json', '--for', 'vendor']);
    expect(vendor.stdout).toBe(`${join('reports', 'vendor.html')}\n${join('reports', 'vendor.md')}\n`);
    expectSilence(cwd, { ...again, stdout: again.stdout + plan.stdout + view.stdout }, canaries.all, ours);
    for (const { name, mode } of readFiles(join(cwd, 'reports')))
      expect([name, mode.toString(8)]).toEqual([name, '600']);
  });

  test('by an interrupted run through a proxy, and assay clean after it', async () => {
    const canaries = planted();
    const echo = await startEchoService({ own: canaries.own });
    const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${echo.url}${profileOf(canaries, echo.url)}` });
    const { child, ended } = startAssay(cwd, ['run', ...few], env(canaries));
    await vi.waitUntil(() => echo.things.size > 0, { interval: 1, timeout: 200_000 });
    child.kill('SIGINT');
    const interrupted = await ended;
    expect(interrupted.code).toBe(130);
    expect(echo.heardProxied()).toBeGreaterThan(0);
    const cleaned = await runAssay(cwd, ['clean', 'reports'], env(canaries));
    expectSilence(cwd, { ...cleaned, stdout: interrupted.stdout + cleaned.stdout }, canaries.all, ours);
  });

  test('by init in the profile that it writes', async () => {
    const canaries = planted();
    const echo = await startEchoService({ own: canaries.own });
    echo.things.set('t0', { id: 't0', name: 'first', word: canaries.said.header, own: canaries.said.traced });
    const cwd = createTestFolder();
    const given = [
      '--header',
      `X-Api-Key: ${canaries.said.header}`,
      '--header',
      `X-Auth-Token: ${canaries.said.traced}`,
    ];
    const fresh = await runAssay(cwd, ['init', echo.url, '--out', 'new.yaml', '--collection', '/things', ...given]);
    expect([fresh.code, fresh.stderr]).toEqual([0, '']);
    const shown = await runAssay(cwd, [
      'init',
      echo.url,
      '--out',
      'x.yaml',
      '--collection',
      '/things',
      '--stdout',
      ...given,
    ]);
    expect(shown.stdout).toContain('/things');
    const { customer: _, card: __, stripe: ___, ...others } = canaries.all;
    expectSilence(cwd, { ...fresh, stdout: fresh.stdout + shown.stdout, stderr: shown.stderr }, others, ours);
  });

  test('by a run whose login, client secret or authentication file is refused', async () => {
    const canaries = planted();
    const { said, own } = canaries;
    const echo = await startEchoService({ own, isClosed: true });
    const oauth = `{ oauth2: { tokenUrl: /token, clientId: kit, clientSecret: ${said.oauth} } }`;
    const wfc = `auth:
  - { name: one, fixedHeaders: [{ name: X-Fixed, value: ${said.fixed} }], loginEndpointAuth: { endpoint: /login, verb: POST, expectCookies: true, payloadRaw: 'user=a&password=${said.wfc}' } }`;
    const cwd = createTestFolder({
      'assay.yaml': `baseUrl: ${echo.url}${profileOf(canaries)}`,
      'other.yaml': `baseUrl: ${echo.url}\nauth: { credentials: { full: ${oauth} } }\n`,
      'wfc.yaml': wfc,
    });
    const runs = [
      ['run'],
      ['run', '--profile', 'other.yaml'],
      ['run', echo.url, '--profile', 'none.yaml', '--auth-file', 'wfc.yaml'],
    ];
    writeFileSync(join(cwd, 'none.yaml'), 'name: none\n');
    for (const args of runs) {
      const ended = await runAssay(cwd, args, env(canaries));
      expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining('cannot be obtained')]);
      expectSilence(cwd, ended, canaries.all, ours);
    }
  });

  test('by a rule that throws an error with a response in it', async () => {
    const canaries = planted();
    const echo = await startEchoService({ own: canaries.own });
    const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${echo.url}${profileOf(canaries)}` });
    for (const [name, text] of Object.entries(broken)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const token = [part({ alg: 'HS256' }), canaries.said.claims, canaries.said.signature].join('.');
    const given = ['--rules', 'rules', '--only', 'house/*', '--token-env', 'JWT'];
    const ended = await runAssay(cwd, ['run', ...given], { ...env(canaries), JWT: token });
    expect(ended.code).toBe(4);
    expect(JSON.stringify(readRunReport(cwd))).toContain('in its hands');
    expectSilence(cwd, ended, canaries.all, ours);
  });

  test.each<[string, (secret: string) => { yaml?: string; args?: string[] }]>([
    ['userinfo in a base URL', (secret) => ({ args: [`http://me:${secret}@127.0.0.1:1`] })],
    ['a query in a base URL', (secret) => ({ args: [`http://127.0.0.1:1/?token=${secret}`] })],
    [
      'a header without a colon',
      (secret) => ({ args: ['http://127.0.0.1:1', '--header', `Authorization Bearer ${secret}`] }),
    ],
    [
      'a header with a secret for a name',
      (secret) => ({ args: ['http://127.0.0.1:1', '--header', `Bearer ${secret}: x`] }),
    ],
    ['a collection with a query', (secret) => ({ args: ['http://127.0.0.1:1', '--collection', `/a?token=${secret}`] })],
    ['a credential in the wrong place', (secret) => ({ yaml: `auth: ${secret}` })],
    ['a field of one word', (secret) => ({ yaml: `headers: { Authorization Bearer ${secret}: }` })],
    ['a key that is none', (secret) => ({ yaml: `auth: { credentials: { full: { token ${secret}: } } }` })],
    ['an alias to nowhere', (secret) => ({ yaml: `name: *${secret}` })],
    ['a variable that is none', (secret) => ({ yaml: `name: "\${TOKEN:${secret}}"` })],
    ['a proxy that is a list', (secret) => ({ yaml: `proxy: [${secret}]` })],
    ['tls that is a text', (secret) => ({ yaml: `tls: ${secret}` })],
    ['a limit under the name of a password', (secret) => ({ yaml: `resources: [{ collection: /a, create: ${secret}` })],
    ['a text in place of redact', (secret) => ({ yaml: `redact: ${secret}` })],
  ])('by a complaint about %s', async (_, said) => {
    const secret = canary();
    const { yaml, args = [] } = said(secret);
    const cwd = createTestFolder({ 'assay.yaml': `${yaml ?? 'name: a'}\n` });
    const ended = await runAssay(cwd, ['run', ...args]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).not.toBe('');
    expectSilence(cwd, ended, { secret }, ours);
  });

  test('by the message about a file that is not a report', async () => {
    const secret = canary();
    const cwd = createTestFolder({ 'other.yaml': `${secret}: 1` });
    const ended = await runAssay(cwd, ['report', 'other.yaml']);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is not a report')]);
    expectSilence(cwd, ended, { secret }, ours);
  });
});

test('restricts a file that others can read to its owner when it writes the file again', async () => {
  const canaries = planted();
  const echo = await startEchoService({ own: canaries.own });
  const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${echo.url}${profileOf(canaries)}` });
  mkdirSync(join(cwd, 'reports'));
  const names = ['report.json', 'report.html', 'report.md', 'junit.xml', 'tape.ndjson', 'ledger.ndjson', 'survey.json'];
  for (const name of names) {
    writeFileSync(join(cwd, 'reports', name), '');
    chmodSync(join(cwd, 'reports', name), 0o644);
  }
  await runAssay(cwd, ['run', '--cases', '1', '--only', 'safety/head-matches*'], env(canaries));
  for (const { name, mode } of readFiles(join(cwd, 'reports'))) expect([name, mode.toString(8)]).toEqual([name, '600']);
  expect(existsSync(join(cwd, 'reports/survey.json'))).toBe(true);
});

const broken = {
  'rules/convention.md':
    '### HOUSE-01 · MUST · convention\n> It MUST break.\n- Source: house style\n- Why: to test the report.\n',
  'rules/house/it-breaks.mjs': `import { defineRule, held, needs, values } from 'assay/rule';
export default defineRule({
  clause: 'HOUSE-01', level: 'MUST', family: 'convention', per: 'collection', title: 'It breaks', otherwise: 'It does not',
  since: '1.0', stage: 'stable', touches: 'writes', watches: 'collection', needs: [needs.creatable], cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => { throw new Error('in its hands: ' + JSON.stringify(await items.create(body))); },
  then: () => held,
});
`,
};
