import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Report } from '../../src/model/result/report.js';
import { createTestFolder, readRunReport, runAssayProcess } from './assay.fixture.js';

/** When the service ends its process. */
export type Stop =
  | 'at an octet'
  | 'at nested arrays'
  | 'after 40 requests'
  | 'after each write'
  | 'at HEAD'
  | 'at odd queries'
  | 'never';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'items', version: '1' },
  paths: {
    '/items': {
      get: { responses: { 200: answer({ type: 'array', items: { type: 'object' } }) } },
      post: { requestBody: content(), responses: { 201: answer({ type: 'object' }), 400: refusal(), 422: refusal() } },
    },
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: answer({ type: 'object' }), 404: refusal() } },
      put: {
        requestBody: content(),
        responses: { 200: answer({ type: 'object' }), 400: refusal(), 404: refusal(), 422: refusal() },
      },
      delete: { responses: { 204: refusal(), 404: refusal() } },
    },
  },
});

function answer(schema: object) {
  return { description: 'what it says', content: { 'application/json': { schema } } };
}

function refusal() {
  return { description: 'nothing' };
}

function content() {
  const rows = { type: 'array', maxItems: 3, items: { type: 'array', maxItems: 3, items: { type: 'integer' } } };
  const title = { type: 'string', minLength: 1, maxLength: 60 };
  const schema = { type: 'object', required: ['title'], properties: { title, rows }, additionalProperties: false };
  return { required: true, content: { 'application/json': { schema } } };
}

/** A folder with the service, its document, and an address that is free. */
export async function prepareStoppingService() {
  const cwd = createTestFolder({
    'service.mjs': readFileSync(new URL('stopping-service.mjs', import.meta.url), 'utf8'),
    'supervisor.mjs': readFileSync(new URL('restarting-supervisor.mjs', import.meta.url), 'utf8'),
    'openapi.json': document,
  });
  const port = await findLowPort();
  return {
    cwd,
    url: `http://127.0.0.1:${port}`,
    buildEnv: (stop: Stop, store?: string) => ({ PORT: String(port), STOP: stop, ...(store && { STORE: store }) }),
    countStarts: () => readFileSync(join(cwd, 'starts'), 'utf8').length,
    readStore: () =>
      JSON.parse(readFileSync(join(cwd, 'store.json'), 'utf8')) as {
        readonly items: readonly { readonly id: string }[];
      },
  };
}

/** A port that no other process gets without asking for it: the service is away for a while and needs it again. */
async function findLowPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Starts the service as its owner does; it is stopped when the test is over. */
export async function startByHand(
  { cwd, url }: { readonly cwd: string; readonly url: string },
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['service.mjs'], { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!existsSync(join(cwd, 'starts')) || !(await isUp(url)))
    await new Promise((resolve) => setTimeout(resolve, 20));
  return child;
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const node = JSON.stringify(process.execPath);
/** The rule about requests that stop the service. */
export const outageRule = 'responses/no-request-stops-the-service';

/** The operations at which requests stop the service, and all other violations of MUST rules of the convention. */
export function listViolated({ results }: Report) {
  const violated = results.filter(({ verdict, level, family }) => `${verdict} ${level} ${family}` === mustBroken);
  return {
    stopping: violated.filter((one) => one.rule === outageRule).map(({ subject }) => subject),
    others: violated.filter((one) => one.rule !== outageRule).map((one) => `${one.rule} ${one.subject}`),
  };
}

const mustBroken = 'violated MUST convention';

/** Runs with `--exec`, with one seed. */
export async function runWithExec(stop: Stop, args: readonly string[], { script = 'service.mjs', store = '' } = {}) {
  const service = await prepareStoppingService();
  const all = ['run', service.url, '--exec', `${node} ${script}`, '--seed', '1', ...args];
  const env = service.buildEnv(stop, store);
  const { code } = await runAssayProcess(service.cwd, all, env);
  const replayed = ['replay', 'reports/report.json', '1', '--exec', `${node} ${script}`];
  const replay = () => runAssayProcess(service.cwd, replayed, env);
  return { ...service, code, replay, report: readRunReport(service.cwd) };
}

/**
 * The flags for the described service, with which the run creates and removes items: one after the other, because the owner of an item
 * without a marker is not known after a stop.
 */
export const described = ['--openapi', 'openapi.json', '--permit', 'deletes', '--concurrency', '1'];

/** Runs without `--exec`, where the service is not started again. */
export async function runWithoutExec(stop: Stop, args: readonly string[]) {
  const service = await prepareStoppingService();
  await startByHand(service, service.buildEnv(stop));
  const all = ['run', service.url, '--concurrency', '8', '--seed', '1', ...args];
  const { code, stdout } = await runAssayProcess(service.cwd, all);
  const report = readRunReport(service.cwd);
  return {
    ...{ code, report, line: stdout.split('\n', 1)[0]?.replace(service.url, ''), text: stdout.replaceAll(/\s+/g, ' ') },
    held: listHeldUnderWay(service.cwd, report),
  };
}

/** The checks that held, although one of their requests had no answer because the service stopped. */
function listHeldUnderWay(cwd: string, { results }: Report): string[] {
  const lines = readFileSync(join(cwd, 'reports/tape.ndjson'), 'utf8').trim().split('\n');
  const exchanges = lines.map((line) => JSON.parse(line) as { n: number; trial?: string; silence?: string });
  const cut = exchanges.flatMap(({ n, silence = '' }) => (/SOCKET|RESET|EPIPE/.test(silence) ? [n] : []));
  const names = new Set(exchanges.flatMap(({ n, trial }) => (trial !== undefined && cut.includes(n) ? [trial] : [])));
  expect(names.size).toBeGreaterThan(0);
  return results
    .filter(({ verdict, rule: id, subject }) => verdict === 'held' && names.has(`${id}@${subject}`))
    .map(({ rule: id }) => id);
}
