import { expect, test } from 'vitest';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { createTestFolder, readRunReport, runAssay } from './assay.fixture.js';

const page = '<!doctype html><html><body>docs</body></html>';
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'things', version: '1' },
  paths: {
    '/things': {
      get: { responses: {} },
      post: { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } }, responses: {} },
    },
    '/things/{id}': { get: { responses: {} }, delete: { responses: {} } },
  },
});

test.each<[string, string, string]>([
  ['HTML instead of a document', 'page.html', 'is an HTML page, not an OpenAPI document; find the link'],
  ['broken YAML', 'broken.yaml', 'broken.yaml:2:'],
  ['no such file', 'gone.yaml', 'gone.yaml: no such file'],
  ['a folder', '.', 'is a folder, not a file'],
  [
    'no OpenAPI',
    'other.json',
    'is not an OpenAPI document: it has no "openapi" key; found the keys swallow; name another document',
  ],
])('exits with 2 for a file with %s', async (_, name, message) => {
  const { url } = await startOrigin((_request, response) => response.writeHead(404).end());
  const cwd = createTestFolder({
    'page.html': page,
    'broken.yaml': 'openapi: 3.1.0\npaths: [',
    'other.json': '{"swallow":1}',
  });
  const { code, stderr } = await runAssay(cwd, ['run', url, '--openapi', name]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test.each<[string, string, string]>([
  ['HTML instead of a document', '/page', 'is an HTML page, not an OpenAPI document'],
  ['OpenAPI that points nowhere', '/gone', 'returned 404, not an OpenAPI document; check the address'],
  ['a document behind a lock', '/locked', 'returned 401, not an OpenAPI document; give credentials with --header'],
])('exits with 2 for a URL with %s', async (_, path, message) => {
  const { url } = await startOrigin(({ url: target }, response) => {
    response.writeHead({ '/page': 200, '/locked': 401 }[target ?? ''] ?? 404).end(target === '/page' ? page : '');
  });
  const { code, stderr } = await runAssay(createTestFolder(), ['run', url, '--openapi', url + path]);
  expect(stderr).toContain(`${url}${path}: ${message}`);
  expect(code).toBe(2);
});

test('decides no rule and reports the reason when no path of the document exists', async () => {
  const { url } = await startOrigin((_, response) => response.writeHead(404).end());
  const cwd = createTestFolder({ 'api.json': document });
  const { code, stdout } = await runAssay(cwd, [
    'run',
    url,
    '--openapi',
    'api.json',
    '--only',
    'SAFE-01',
    '--cases',
    '2',
  ]);
  const { gate, survey } = readRunReport(cwd);
  expect(survey.contradictions.join()).toContain('GET /things');
  expect(gate.reasons.join()).toContain('first obstacle: ');
  expect(stdout).toContain('no MUST rule could be checked');
  expect(code).toBe(5);
});

test('decides no rule and explains how to give a document when the service is a website', async () => {
  const { url } = await startOrigin((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  const cwd = createTestFolder();
  const { code } = await runAssay(cwd, ['run', url]);
  expect(readRunReport(cwd).gate.reasons.join()).toContain('name an OpenAPI document with --openapi');
  expect(code).toBe(5);
});
