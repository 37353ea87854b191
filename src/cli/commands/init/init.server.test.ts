import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestFolder, runAssay, runAssayProcess } from '../../../../test/cli/assay.fixture.js';
import { safeMethods, startRecordingService } from '../../../../test/cli/recording-service.fixture.js';
import { startOrigin } from '../../../http/origin.fixture.js';
import { loadProfile } from '../../../profile/load-profile.js';

/** A recording that reads a list and creates an item. */
function createRecording(flag: string, url: string): object {
  const post = JSON.stringify({ title: 'New' });
  if (flag === '--har') {
    const get = { request: { method: 'GET', url: `${url}/things` }, response: { status: 200, content: {} } };
    const postData = { mimeType: 'application/json', text: post };
    const made = {
      request: { method: 'POST', url: `${url}/things`, postData },
      response: { status: 201, content: {} },
    };
    return { log: { entries: [get, made] } };
  }
  return {
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { request: { method: 'GET', url: '{{base}}/things' } },
      { request: { method: 'POST', url: '{{base}}/things', body: { mode: 'raw', raw: post } } },
    ],
  };
}

const read = (cwd: string, file = 'assay.yaml'): string => readFileSync(join(cwd, file), 'utf8');

describe('assay init', () => {
  test('writes what it found by read requests, and prints the next steps', async () => {
    const { url, methods } = await startRecordingService();
    const cwd = createTestFolder();
    const { code, stdout, stderr } = await runAssayProcess(cwd, ['init', url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(methods().filter((method) => !safeMethods.includes(method))).toEqual([]);
    expect(parse(read(cwd))).toMatchObject({
      name: 'Things: "all" of them',
      baseUrl: url,
      resources: [{ name: 'things', collection: '/things', item: '/things/{id}', id: { pointer: '/id' } }],
    });
    expect(stdout).toContain(`1 collection found at ${url}`);
    // What a key says, and the line for it.
    expect(stdout).toMatch(/To fill in next:\n {2}\S+: .+; enables \d+ checks?\n {4}\w+: /);
    expect(stdout).toContain('assay.yaml: written. Next: assay run\n');
  });

  test('names the schema for editors where the kit is installed in the folder or above', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    mkdirSync(join(cwd, 'tests'));
    await runAssay(join(cwd, 'tests'), ['init', url]);
    expect(read(cwd, 'tests/assay.yaml')).not.toContain('yaml-language-server');
    const schema = 'node_modules/assay/src/profile/profile.schema.json';
    mkdirSync(join(cwd, dirname(schema)), { recursive: true });
    writeFileSync(join(cwd, schema), '{}');
    await runAssay(join(cwd, 'tests'), ['init', url, '--out', 'other.yaml']);
    const [first, ...others] = read(cwd, 'tests/other.yaml').split('\n');
    expect(first).toBe(`# yaml-language-server: $schema=../${schema}`);
    expect(others.join('\n')).toBe(read(cwd, 'tests/assay.yaml'));
    const { stdout } = await runAssay(join(cwd, 'tests'), ['init', '--out', 'other.yaml']);
    expect(stdout).toContain('other.yaml: unchanged.');
  });

  test('suggests the credentials of the document, as variables', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    await runAssay(cwd, ['init', url]);
    expect(read(cwd)).toMatch(/^#\? {5}full: \{header: X-Key, value: "\$\{ASSAY_FULL_KEY\}"\} {2}# /m);
  });

  test('writes a profile that is valid with all suggestions enabled', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    await runAssay(cwd, ['init', url]);
    writeFileSync(join(cwd, 'all.yaml'), read(cwd).replaceAll('#? ', ''));
    const env = Object.fromEntries([...read(cwd).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
    const profile = await loadProfile({ file: 'all.yaml', cwd, env });
    expect(profile.identities.full).toBeDefined();
  });

  test('changes nothing the second time, and keeps changes of the user', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    await runAssay(cwd, ['init', url]);
    const before = read(cwd);
    const { stdout } = await runAssay(cwd, ['init']);
    expect(read(cwd)).toBe(before);
    expect(stdout).toContain('assay.yaml: unchanged.');
    const own = before.replace(/pointer: \/id .*/, 'pointer: /uuid').replace('baseUrl:', '# ours\nbaseUrl:');
    writeFileSync(join(cwd, 'assay.yaml'), own);
    const later = await runAssay(cwd, ['init']);
    expect(later.stdout).toContain('kept resources[0].id.pointer: "/uuid"; observed now: "/id"\n');
    expect(parse(read(cwd))).toEqual(parse(own));
    expect(read(cwd)).toContain('# ours\nbaseUrl:');
  });

  test('never writes a credential', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    const headers = ['--header', 'Authorization: Bearer canary-7f3a', '--header', 'X-Tenant: acme'];
    const { stdout } = await runAssay(cwd, ['init', url, ...headers]);
    expect(`${read(cwd)}${stdout}`).not.toContain('canary');
    expect(parse(read(cwd)).headers).toEqual({ 'x-tenant': 'acme' });
    expect(read(cwd)).toMatch(/^#\? {5}full: \{token: "\$\{AUTHORIZATION\}"\} {2}# .*not written to this file/m);
  });

  test('writes what runs without edits, or names the flags that it needs besides', async () => {
    const { url } = await startOrigin(({ headers, url: path = '' }, response) => {
      const isIn = headers.authorization === 'Bearer canary-7f3a';
      const content = path === '/things' ? '[{"id":1},{"id":2}]' : '{"id":1}';
      response.writeHead(isIn ? 200 : 401, { 'content-type': 'application/json' }).end(isIn ? content : '{}');
    });
    const cwd = createTestFolder();
    const env = { API_TOKEN: 'canary-7f3a' };
    const { stdout } = await runAssay(cwd, ['init', url, '--collection', '/things', '--token-env', 'API_TOKEN'], env);
    expect(stdout).toContain('assay.yaml: written. Next: assay run\n');
    expect(parse(read(cwd)).auth.credentials.full).toEqual({ token: `$${'{API_TOKEN}'}` });
    const { code, stderr } = await runAssay(cwd, ['run', '--permit', 'reads', '--quiet', '--only', 'safety/*'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const secret = ['--header', 'Authorization: Bearer canary-7f3a', '--insecure', '--out', 'other.yaml'];
    const other = await runAssay(createTestFolder(), ['init', url, '--collection', '/things', ...secret]);
    expect(other.stdout).toContain("assay run --profile other.yaml --header 'authorization: …' --insecure\n");
  });

  test.each(['--har', '--postman'])(
    'takes operations from a recording, and names it in the profile: %s',
    async (flag) => {
      const { url, methods } = await startRecordingService({ isDocumented: false });
      const cwd = createTestFolder({ 'recorded.json': JSON.stringify(createRecording(flag, url)) });
      const { code, stdout } = await runAssay(cwd, ['init', url, flag, 'recorded.json']);
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 collection found') });
      expect(methods().filter((method) => !safeMethods.includes(method))).toEqual([]);
      expect(parse(read(cwd))).toMatchObject({ openapi: 'recorded.json', resources: [{ collection: '/things' }] });
      const plan = await runAssay(cwd, ['run', '--plan', '--format', 'json']);
      expect(plan.code).toBe(0);
      const { operations } = JSON.parse(read(cwd, 'reports/plan.json'));
      expect(operations).toContainEqual(expect.objectContaining({ method: 'POST', path: '/things' }));
    },
  );

  test('finds collections with common names on this machine, and says where --guess was given', async () => {
    const entries = JSON.stringify([{ id: 1, name: 'a' }]);
    const { url } = await startOrigin(({ url: path = '' }, response) => {
      const isList = path === '/users';
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' }).end(isList ? entries : '{}');
    });
    const cwd = createTestFolder();
    await runAssay(cwd, ['init', url]);
    expect(parse(read(cwd)).resources).toMatchObject([{ collection: '/users' }]);
    const report = await runAssay(cwd, ['run', '--permit', 'reads', '--quiet', '--guess']);
    expect(report.stderr).toBe('');
    expect(JSON.parse(read(cwd, 'reports/report.json')).run.guess).toBe(true);
  });

  test('does not change the profile of another host', async () => {
    const { url } = await startRecordingService();
    const own = 'baseUrl: https://elsewhere.example\n';
    const cwd = createTestFolder({ 'assay.yaml': own });
    const { code, stderr } = await runAssay(cwd, ['init', url]);
    expect(code).toBe(2);
    expect(stderr).toContain('assay.yaml describes another host');
    expect(read(cwd)).toBe(own);
    expect((await runAssay(cwd, ['init', url, '--force'])).code).toBe(0);
    expect(read(cwd, 'assay.yaml.bak')).toBe(own);
    expect(parse(read(cwd)).baseUrl).toBe(url);
  });

  test('prints the profile with --stdout', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    const { stdout, stderr } = await runAssay(cwd, ['init', url, '--stdout']);
    expect(parse(stdout).baseUrl).toBe(url);
    expect(stderr).toContain('1 collection found');
    expect(stderr).toContain('Printed, no file was written.');
    expect(stderr).not.toContain('assay.yaml: written');
    expect(existsSync(join(cwd, 'assay.yaml'))).toBe(false);
  });

  test('writes JSON for a file with that extension', async () => {
    const { url } = await startRecordingService();
    const cwd = createTestFolder();
    expect((await runAssay(cwd, ['init', url, '--out', 'assay.json'])).code).toBe(0);
    expect(JSON.parse(read(cwd, 'assay.json')).resources).toHaveLength(1);
  });

  test('keeps collections that only the profile names', async () => {
    const entries = JSON.stringify([{ id: 1 }, { id: 2 }]);
    const { url } = await startOrigin(({ url: path = '' }, response) => {
      const isList = path === '/hidden';
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' }).end(isList ? entries : '{}');
    });
    const cwd = createTestFolder();
    await runAssay(cwd, ['init', url, '--collection', '/hidden']);
    const before = read(cwd);
    expect(before).toContain('#: 2 items observed (GET /hidden)');
    expect((await runAssay(cwd, ['init'])).stdout).toContain('assay.yaml: unchanged.');
    expect(read(cwd)).toBe(before);
  });

  test('says what to do when no collection is found', async () => {
    const { url } = await startOrigin((_, response) => response.writeHead(404).end());
    const { code, stdout } = await runAssay(createTestFolder(), ['init', url]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^0 collections found .*; no document\n {2}.*--openapi/);
  });

  test.each([
    [['init'], 2, 'base URL: is missing'],
    [['init', 'http://127.0.0.1:1'], 3, 'cannot be reached'],
    [['init', 'http://127.0.0.1:1', '--profile', 'gone.yaml'], 2, 'gone.yaml: no such file'],
  ])('exits for %j with %i', async (args, expected, message) => {
    const cwd = createTestFolder();
    const { code, stderr } = await runAssay(cwd, args);
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringContaining(message) });
    expect(existsSync(join(cwd, 'assay.yaml'))).toBe(false);
  });
});
