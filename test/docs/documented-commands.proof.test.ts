import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../../tools/screenshots/faulty-service.js';
import { createTestFolder, runAssay } from '../cli/assay.fixture.js';
import { executedCommands } from './documented-commands.fixture.js';
import { docPages, findPageSamples, repositoryRoot } from './pages.fixture.js';

const rule = 'safety/get-does-not-change-the-item';
const few = ['--only', rule, '--cases', '1'];
const env = { API_TOKEN: 'a', STAGING_TOKEN: 'a', VENDOR_TOKEN: 'a' };
/** The hosts of the examples; a service on loopback is in their place. */
const hosts = /^https?:\/\/(127\.0\.0\.1:3000|(api|staging)\.example\.com|(api|sandbox)\.vendor\.example)$/;

let service: FaultyService;
/** Where nothing listens. */
let freeUrl: string;
let prepared: string;
beforeAll(async () => {
  service = await startFaultyService(1);
  const other = await startFaultyService(1);
  freeUrl = other.url;
  await other.close();
  prepared = mkdtempSync(join(tmpdir(), 'assay-'));
  return async () => {
    rmSync(prepared, { recursive: true });
    await service.close();
  };
});

/** The arguments for a service on loopback, with fewer checks. */
function adaptArguments(args: readonly string[]): string[] {
  const url = args.includes('--exec') ? freeUrl : service.url;
  const adapted = args.map((word) => (hosts.test(word) ? url : word.replace(/^\/orders$/, '/notes')));
  const [command = ''] = args;
  const isAudit = command === 'run' || (command === 'demo' && !args.includes('--list'));
  const limits = isAudit && !args.includes('--only') ? [...few, '--rate', '500'] : [];
  // The report is of the service that runs.
  const place = command === 'replay' && args.includes('--exec') ? ['--base-url', freeUrl] : [];
  return [command, ...limits, ...place, ...adapted.slice(1)].map((word, at, all) =>
    all[at - 1] === '--rate' ? '500' : word,
  );
}

/** The service that `npm start` starts has no collection, and the other one has no PUT: such a run is incomplete. */
const isUndecided = (args: readonly string[]): boolean =>
  args[0] === 'run' && (args.includes('--exec') || (args.includes('PUT-02') && !args.includes('safety/*')));

/** The service in the recordings of the examples. */
const recordedBase = 'https://api.shop.example/v1';

/** A recording of ten GET requests: as many as are judged. */
function record(url: string): string {
  const content = { mimeType: 'application/json', size: 2, text: '[]' };
  const ends = { httpVersion: 'HTTP/1.1', headers: [], cookies: [], headersSize: -1, bodySize: -1 };
  const request = { ...ends, method: 'GET', url, queryString: [] };
  const headers = [{ name: 'content-type', value: 'application/json' }];
  const response = { ...ends, headers, status: 200, statusText: 'OK', redirectURL: '', content };
  const entries = Array.from({ length: 10 }, (_, at) => {
    const startedDateTime = `2026-01-01T00:00:0${at}.000Z`;
    return { startedDateTime, time: 1, cache: {}, timings: {}, request, response };
  });
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries } });
}

/** A folder with what the pages have before the command: a package, own rules, known failures, and reports of earlier runs. */
async function prepareFolder(folder: string): Promise<void> {
  const files = {
    'known.yaml': 'waivers: []\n',
    'shop.har': record('https://api.example.com/v1/notes'),
    'openapi.yaml': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: recordedBase }],
      paths: { '/notes': { get: { responses: { 200: { description: 'The notes.' } } } } },
    }),
    'package.json': '{ "type": "module", "scripts": { "start": "node server.mjs" } }',
    'server.mjs': `import { createServer } from 'node:http';
createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]')).listen(process.env.PORT ?? ${new URL(freeUrl).port}, '127.0.0.1');`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'recordings'));
  writeFileSync(join(folder, 'recordings/shop.har'), record(`${recordedBase}/notes`));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repositoryRoot, join(folder, 'node_modules/assay'));
  for (const { name, text } of docPages
    .flatMap(findPageSamples)
    .filter(({ name }) => name?.startsWith('house-rules/'))) {
    mkdirSync(dirname(join(folder, name ?? '')), { recursive: true });
    writeFileSync(join(folder, name ?? ''), text);
  }
  const target = { name: 'orders', url: service.url, only: [rule], cases: 1 };
  writeFileSync(join(folder, 'fleet.yaml'), JSON.stringify({ name: 'shop', targets: [target] }));
  await runAssay(folder, ['fleet', 'fleet.yaml']);
  for (const copy of ['artifacts', 'last'])
    cpSync(join(folder, 'fleet-reports'), join(folder, copy), { recursive: true });
  // Two violations: some examples name the second finding.
  const both = ['run', service.url, '--seed', '42', '--cases', '1', '--quiet', '--permit', 'deletes'];
  await runAssay(folder, [...both, '--only', rule, 'creation/valid-post-answers-201']);
  for (const copy of ['before', 'after']) cpSync(join(folder, 'reports'), join(folder, copy), { recursive: true });
  cpSync(join(folder, 'reports/report.json'), join(folder, 'before.json'));
  for (const names of [
    ['part-1', 'part-2', 'part-3'],
    ['one', 'two'],
  ])
    for (const [index, name] of names.entries())
      await runAssay(folder, [...both, '--only', rule, '--shard', `${index + 1}/${names.length}`, '--out', name]);
}

test('the runs that the commands follow are made', () => prepareFolder(prepared), 120_000);

test.each(executedCommands.map(({ page, words, args = [] }) => [page, words.join(' '), args] as const))(
  '%s: %s',
  async (_, text, args) => {
    const cwd = createTestFolder();
    cpSync(prepared, cwd, { recursive: true, verbatimSymlinks: true });
    if (text.includes('merge part-1/report.json part-2/report.json --out'))
      for (const [part, half] of Object.entries({ 'part-1': 'one', 'part-2': 'two' }))
        cpSync(join(cwd, half), join(cwd, part), { recursive: true });
    const hasProfile = text.startsWith('npx') || text === 'assay run';
    if (hasProfile) writeFileSync(join(cwd, 'assay.yaml'), `baseUrl: ${service.url}\n`);
    const { code, stdout, stderr } = await runAssay(cwd, adaptArguments(args), env);
    expect(isUndecided(args) ? [5] : [0, 1], `${stdout}${stderr}`).toContain(code);
  },
  120_000,
);
