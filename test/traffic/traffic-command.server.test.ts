import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';
import type { Json, JsonObject } from '../../src/model/json.js';
import { writeHar } from '../../tools/traffic/client-script.js';
import { createTestFolder, readRunReport, runAssay } from '../cli/assay.fixture.js';
import { findSecrets, readFiles } from '../cli/find-secrets.fixture.js';

/** One secret for each place of an archive. */
const canaries = {
  authorization: 'zq7Authorization41Kx',
  cookie: 'zq7CookieValue52Lm',
  'set-cookie': 'zq7SetCookie63Np',
  'api key in a field': 'zq7ApiKeyField74Rt',
  'token in the query': 'zq7QueryToken85Sv',
  'password in the request': 'zq7RequestPassword96Wx',
  'token in the response': 'zq7ResponseToken07Yz',
  mail: 'zq7person.mailbox18',
  surname: 'Zqsevenlastnameson',
};

const api = 'https://api.example.com';
let second = 0;
const entry = (
  method: string,
  path: string,
  status: number,
  more: { sent?: JsonObject; got?: Json; fields?: readonly Json[] } = {},
): Json => ({
  ...{
    startedDateTime: new Date(Date.parse('2026-11-02T08:00:00Z') + 1_000 * second++).toISOString(),
    time: 5,
    cache: {},
    timings: {},
  },
  request: {
    ...{ method, url: `${api}${path}`, bodySize: more.sent ? -1 : 0 },
    headers: [
      { name: 'Authorization', value: `Bearer ${canaries.authorization}` },
      { name: 'Cookie', value: `theme=dark; sid=${canaries.cookie}` },
      { name: 'X-Api-Key', value: canaries['api key in a field'] },
    ],
    ...(more.sent && { postData: { mimeType: 'application/json', text: JSON.stringify(more.sent) } }),
  },
  response: {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }, ...(more.fields ?? [])],
    content: { size: 2, mimeType: 'application/json', text: JSON.stringify(more.got ?? {}) },
    redirectURL: '',
  },
});

const secretEntries = (): Json[] => [
  entry('POST', `/login?access_token=${canaries['token in the query']}`, 401, {
    sent: { password: canaries['password in the request'], email: `${canaries.mail}@example.org` },
    got: { token: canaries['token in the response'], lastName: canaries.surname, echo: canaries.authorization },
    fields: [{ name: 'Set-Cookie', value: `sid=${canaries['set-cookie']}; Path=/` }],
  }),
  entry('GET', `/users?mail=${canaries.mail}%40example.org&limit=1`, 200, {
    got: [
      { id: canaries.cookie, lastName: canaries.surname },
      { note: `of ${canaries.surname}, ${canaries['set-cookie']}` },
    ],
  }),
  entry('GET', `/users/${canaries.mail}@example.org`, 200, { got: `not JSON ${canaries.authorization}` }),
];

const formats = 'json,html,junit,markdown,comment,sarif,har,ctrf,tap,wfc,codequality,github,console';

describe('assay traffic', () => {
  test('shows no credential and no personal value of a recording in any format', async () => {
    const cwd = createTestFolder();
    writeHar(cwd, 'shop.har', secretEntries());
    const { code, stdout, stderr } = await runAssay(cwd, [
      'traffic',
      'shop.har',
      '--fail-on',
      'http',
      '--format',
      formats,
      '--verbose',
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(readdirSync(join(cwd, 'reports')).length).toBeGreaterThan(10);
    const files = [{ name: 'stdout', text: stdout }, ...readFiles(join(cwd, 'reports'))];
    const found = files.flatMap(({ name, text }) => findSecrets(text, canaries).map((canary) => `${name}: ${canary}`));
    expect(found).toEqual([]);
    expect(JSON.stringify(readRunReport(cwd))).toContain('mail#1');
  });

  test('sends nothing to the origin of the recording', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('{}');
    });
    const url = await listenOnFreePort(server);
    const cwd = createTestFolder();
    const text = JSON.stringify(secretEntries()).replaceAll(api, url);
    writeHar(cwd, 'own.har', JSON.parse(text) as Json[]);
    expect((await runAssay(cwd, ['traffic', 'own.har', '--base-url', url, '--min-rules', '1'])).code).toBe(0);
    server.close();
    expect(requests).toBe(0);
    expect(readRunReport(cwd)).toMatchObject({ requests: 0, traffic: { exchanges: 3 } });
  });

  test('reads folders, takes the origin of most JSON, and says so', async () => {
    const cwd = createTestFolder();
    mkdirSync(join(cwd, 'all/more'), { recursive: true });
    writeHar(join(cwd, 'all'), 'one.har', secretEntries());
    writeHar(join(cwd, 'all/more'), 'two.har', [
      ...secretEntries(),
      ...(JSON.parse(JSON.stringify(secretEntries()).replaceAll(api, 'https://ads.example')) as Json[]),
    ]);
    const { stdout } = await runAssay(cwd, ['traffic', 'all']);
    expect(stdout).toContain('6 recorded exchanges of 2 files judged, no request sent');
    expect(stdout).toContain('not judged: 3 other origins');
    const report = readRunReport(cwd);
    expect(report.target.baseUrl).toBe(api);
    expect(report.survey.notes.join()).toContain('the origin of most JSON responses');
  });

  test('judges the tape of a run', async () => {
    const cwd = createTestFolder();
    const request = { method: 'DELETE', url: `${api}/orders`, headers: { accept: '*/*' } };
    const answer = { status: 405, headers: { 'content-type': 'application/json' }, content: '{}' };
    writeFileSync(
      join(cwd, 'tape.ndjson'),
      `${JSON.stringify({ n: 1, at: 1, request })}\n${JSON.stringify({ n: 1, ms: 3, answer })}\n`,
    );
    expect((await runAssay(cwd, ['traffic', 'tape.ndjson', '--fail-on', 'http'])).code).toBe(1);
    expect(readRunReport(cwd).results.find(({ clause }) => clause === 'ERR-22')?.evidence?.actual).toContain(
      'tape.ndjson, line 1',
    );
  });

  test('counts the operations that the traffic touched', async () => {
    const cwd = createTestFolder();
    writeHar(cwd, 'one.har', [entry('GET', '/orders', 200, { got: [] })]);
    const { code, stdout } = await runAssay(cwd, ['traffic', 'one.har', '--min-rules', '1']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Passed: .* on 1 of 1 operation \(exit 0\)$/m)]);
  });

  test.each([
    ['fewer exchanges than required', 9, '[]', 5],
    ['as many as required', 10, '[]', 0],
    ['contents that were not recorded', 12, undefined, 5],
  ])('with %s', async (_, count, text, exit) => {
    const cwd = createTestFolder();
    const one = entry('GET', '/orders', 200, { got: [] }) as { response: JsonObject };
    const content = { size: 2, mimeType: 'application/json', ...(text !== undefined && { text }) };
    const short = { ...one, response: { ...one.response, content } };
    writeHar(cwd, 'one.har', Array<Json>(count).fill(short));
    const { code, stdout } = await runAssay(cwd, ['traffic', 'one.har']);
    expect({ code, isTold: stdout.includes('with a response whose content is known, and 10 are required') }).toEqual({
      code: exit,
      isTold: exit === 5,
    });
  });

  test('is incomplete where nothing can be judged', async () => {
    const cwd = createTestFolder();
    writeHar(cwd, 'shop.har', secretEntries());
    const { code, stdout } = await runAssay(cwd, ['traffic', 'shop.har', '--base-url', 'https://other.example']);
    expect({ code, isTold: stdout.includes('no recorded exchange is below https://other.example') }).toEqual({
      code: 5,
      isTold: true,
    });
  });

  test.each([
    ['a missing file', ['none.har'], 'none.har: no such file; name a HAR file, a tape.ndjson or a folder'],
    ['an empty folder', ['.'], '.: the folder has no .har file and no tape.ndjson'],
    [
      'another file',
      ['other.json'],
      'other.json: this is neither a complete HAR file nor a tape: it has no log.entries',
    ],
    [
      'an archive that ends early',
      ['cut.txt'],
      'cut.txt: after entry 1: this is neither a complete HAR file nor a tape: it ends',
    ],
    [
      'a document on a server',
      ['cut.txt', '--base-url', api, '--openapi', 'https://x.example/openapi.json'],
      'offline',
    ],
  ])('refuses %s', async (_, args, message) => {
    const cwd = createTestFolder();
    writeFileSync(join(cwd, 'other.json'), '{"a":1}');
    writeFileSync(join(cwd, 'cut.txt'), `{"log":{"entries":[${JSON.stringify(entry('GET', '/x', 200))},{"a`);
    const { code, stderr } = await runAssay(cwd, ['traffic', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
