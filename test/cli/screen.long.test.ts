import { chmodSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';
import { createTestFolder, runAssay, runAssayProcess } from './assay.fixture.js';

const few = ['--seed', '1', '--cases', '2', '--only', 'safety/get-does-not-change-the-item', 'CRE-01'];
const lines = (text: string) => text.trimEnd().split('\n');

test('the answer is last, on one screen, with the fix and what to type; show and open give the rest', async () => {
  const cwd = createTestFolder({ 'browser.sh': '#!/bin/sh\necho "$1" > opened.txt\n' });
  const { code, stdout } = await runAssay(cwd, ['demo', '--fault', 'get-bumps-a-counter', ...few], {
    COLUMNS: '80',
    LINES: '24',
  });
  expect(code).toBe(1);
  expect(lines(stdout).length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines(stdout).map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stdout).toContain('1. GET changed the item that it read, or another one [orders]');
  expect(stdout).toContain('/views: expected ');
  expect(stdout).toContain('   fix: Remove the write from the code that serves GET');
  expect(stdout).toContain(
    '   assay replay reports/report.json 1\n   assay explain safety/get-does-not-change-the-item\n',
  );
  expect(lines(stdout).at(-1)).toBe('Failed: 1 MUST rule violated (exit 1)');

  const finding = await runAssay(cwd, ['show', '1']);
  expect(finding.stdout).toMatch(/^1\. GET changed the item/);
  expect(finding.stdout).toContain('$ curl');
  // Bodies are whole, so that the changed member is visible.
  expect(finding.stdout).toMatch(/GET \/orders\/[\w-]+ → 200 \{"id":.*"views":3.*\}$/m);
  const whole = await runAssay(cwd, ['show']);
  expect(whole.stdout).toContain('\nclauses without a rule'.slice(1));
  expect(whole.stdout).toMatch(/^Violated\n\n1\. [\s\S]*^Held\n {2}MUST /m);
  expect(await runAssay(cwd, ['show', '2'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('violation 1, not 2'),
  });

  chmodSync(join(cwd, 'browser.sh'), 0o755);
  const opened = await runAssayProcess(cwd, ['open'], { BROWSER: join(cwd, 'browser.sh') });
  expect(opened).toMatchObject({ code: 0, stdout: expect.stringMatching(/^file:\/\/\/.*reports\/report\.html\n$/) });
  await vi.waitFor(() => expect(readFileSync(join(cwd, 'opened.txt'), 'utf8')).toBe(opened.stdout), 10_000);
  expect(await runAssayProcess(cwd, ['open'], { BROWSER: './gone' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('open the page above'),
  });
}, 60_000);

const answer =
  (status: number, headers: Record<string, string>, content: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(content);

const redirect: RequestListener = ({ url }, response) =>
  response.writeHead(302, { location: `https://api.example${url}` }).end();

test.each<[string, RequestListener, number, string, string]>([
  [
    'nothing but 404',
    answer(404, {}, ''),
    3,
    'returned 404 for every request: GET /,',
    'assay run URL --openapi openapi.yaml',
  ],
  ['no document', answer(200, {}, ''), 5, 'no OpenAPI document', 'assay run URL --openapi openapi.yaml'],
  [
    'an HTML page',
    answer(200, { 'content-type': 'text/html' }, '<p>Hello'),
    5,
    'GET / is an HTML page',
    'assay run URL --openapi openapi.yaml',
  ],
  [
    '401',
    answer(401, { 'www-authenticate': 'Bearer' }, ''),
    3,
    'it answered GET / with 401',
    'assay run URL --token-env API_TOKEN',
  ],
  ['a redirect', redirect, 3, 'redirects with 302', 'assay run https://api.example'],
  ['503', answer(503, {}, ''), 3, 'gives no usable response', 'curl -i URL'],
  ['429', answer(429, { 'retry-after': '70' }, ''), 3, 'with 429', 'sleep 70 && assay run URL --rate 1'],
  ['no answer', () => {}, 3, 'does not answer; if it is only slow', 'curl -i --max-time 60 URL'],
  ['a closed connection', ({ socket }) => socket.destroy(), 3, 'is it https://', 'assay run HTTPS'],
  ['HTTP at an HTTPS port', answer(400, {}, 'HTTP request to an HTTPS server'), 3, 'for HTTPS', 'assay run HTTPS'],
])(
  'where nothing can run, %s: under 15 lines, with the one command that helps',
  async (_, listener, exit, why, next) => {
    const server = createServer(listener);
    const url = await listenOnFreePort(server);
    onTestFinished(() => void server.close());
    const cwd = createTestFolder({ 'assay.yaml': 'limits: { timeoutMs: 500 }' });
    const { code, stdout, stderr } = await runAssay(cwd, ['run', url, '--max-time', '5']);
    expect(code).toBe(exit);
    expect(stdout.replaceAll('\n', ' ')).toContain(why);
    const command = next.replace('HTTPS', url.replace('http:', 'https:')).replace('URL', url);
    expect(stdout.match(/^(next: | {6}).*$/gm)).toEqual([`next: ${command}`]);
    expect(lines(stdout).length).toBeLessThan(15);
    expect(stderr.match(/0 checks to run/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(lines(stdout).at(-1)).toMatch(/^(Failed|Incomplete): .* \(exit \d\)$/);
  },
  60_000,
);

test('a token that is refused is not asked for again', async () => {
  const server = createServer(answer(401, { 'www-authenticate': 'Bearer' }, ''));
  const url = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  const { stdout } = await runAssay(createTestFolder(), ['run', url, '--token-env', 'T'], { T: 'not-the-right-one' });
  expect(stdout).toContain(`\nnext: curl -i -H "Authorization: Bearer $T" ${url}\n`);
}, 60_000);

test('the second time another command is named', async () => {
  const server = createServer(answer(404, {}, ''));
  const url = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  const { stdout } = await runAssay(createTestFolder(), ['run', url, '--guess']);
  expect(stdout).toContain(`\nnext: assay run ${url} --openapi openapi.yaml\n`);
}, 60_000);
