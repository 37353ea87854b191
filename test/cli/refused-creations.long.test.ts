import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { createTestFolder, readRunReport, runAssay } from './assay.fixture.js';

const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 40 } } };
const content = { 'application/json': { schema } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'things', version: '1' },
  paths: {
    '/things': { get: { responses: {} }, post: { requestBody: { content }, responses: { 201: { content } } } },
    '/things/{id}': { get: { responses: { 200: { content } } }, delete: { responses: {} } },
  },
});

/** A service that serves its document to all callers, an empty list with permission, and the given response otherwise. */
const refusing =
  (status: number, hasList = false): RequestListener =>
  ({ method, url = '' }, response) => {
    const shown =
      url === '/openapi.json' ? document : hasList && method === 'GET' && /^\/things(\?|$)/.test(url) && '[]';
    if (shown) response.writeHead(200, { 'content-type': 'application/json' }).end(shown);
    else response.writeHead(status).end();
  };

test('exits with 3 and explains how to give credentials when every response except the document is 403', async () => {
  const { url } = await startOrigin(refusing(403));
  const { code, stdout } = await runAssay(createTestFolder(), [
    'run',
    url,
    '--cases',
    '2',
    '--only',
    'safety/*',
    'creation/*',
  ]);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /the service refuses requests: the service refused the creation with 403 .*; give credentials with --token-env/s,
  );
  expect(code).toBe(3);
});

test.each<[number, string]>([
  [403, 'the service refuses requests: the service refused the creation with 403'],
  [503, 'the service gives no usable response: POST /things repeatedly returned 503'],
])('exits with 3 and writes the report when every creation is answered %i', async (status, reason) => {
  const { url } = await startOrigin(refusing(status, true));
  const cwd = createTestFolder();
  const rules = ['--only', 'safety/*', 'creation/*', '--except', 'operations/*'];
  const { code } = await runAssay(cwd, ['run', url, '--cases', '2', ...rules]);
  const { gate, results, complete } = readRunReport(cwd);
  expect(gate.reasons.join('\n')).toContain(reason);
  expect(results.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
  expect(complete).toBe(true);
  expect(code).toBe(3);
});
