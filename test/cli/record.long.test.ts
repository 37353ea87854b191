import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { readTape } from '../../src/traffic/record/proxy.fixture.js';
import { expectEventually } from '../support/expect-eventually.js';
import { createTestFolder, runAssayProcess, startAssay } from './assay.fixture.js';

/** A client that sends as many requests as its argument says, and ends with the exit code of the next one. */
const client = `const [count, code] = process.argv.slice(2).map(Number);
if (process.env.BASE_URL !== process.env.ASSAY_BASE_URL) process.exit(9);
for (let i = 0; i < count; i += 1) await (await fetch(process.env.BASE_URL + '/items/' + i)).text();
console.log('the output of the client');
process.exit(code);
`;

/** A client that ends with 7 once it is interrupted. */
const patient = `process.on('SIGINT', () => process.exit(7));
await (await fetch(process.env.BASE_URL + '/items')).text();
setInterval(() => {}, 1_000);
`;

const startService = () =>
  startOrigin((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'));

const readEntries = (cwd: string) => readTape(readFileSync(join(cwd, 'recording/tape.ndjson'), 'utf8'));

test.each([
  ['0', 10, 0, 0],
  ['5, if next to nothing was recorded', 2, 0, 5],
  ['its own, if that is not 0', 2, 3, 3],
  ['5, if nothing was recorded', 0, 0, 5],
])('the exit code is %s', async (_, count, code, expected) => {
  const { url } = await startService();
  const cwd = createTestFolder({ 'client.mjs': client });
  const command = ['--', process.execPath, 'client.mjs', String(count), String(code)];
  const result = await runAssayProcess(cwd, ['record', '--target', `${url}/v1`, ...command]);
  const judged = count > 0 ? `${count} recorded exchanges of 1 file judged` : '';
  expect([result.code, result.stdout.startsWith('the output of the client\n')]).toEqual([expected, true]);
  expect(result.stdout).toContain(judged);
  expect(readEntries(cwd).map(({ request: { url: sent }, answer }) => [sent, answer?.content])).toEqual(
    Array.from({ length: count }, (_, i) => [`${url}/v1/items/${i}`, '{"a":1}']),
  );
  expect(statSync(join(cwd, 'recording/tape.ndjson')).mode & 0o077).toBe(0);
  expect(result.stderr).toContain(count > 0 ? `${count} exchanges recorded in recording/tape.ndjson` : 'BASE_URL?');
});

test('what was recorded is judged: exit 1', async () => {
  const { url } = await startOrigin((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
  );
  const cwd = createTestFolder({ 'client.mjs': client });
  const command = ['--', process.execPath, 'client.mjs', '2', '0'];
  const { code, stdout } = await runAssayProcess(cwd, ['record', '--target', url, '--strict', ...command]);
  expect([code, stdout]).toEqual([1, expect.stringContaining('Content that is declared as JSON is not JSON')]);
});

test('a service that cannot be reached is no recording: exit 5', async () => {
  const { url } = await startService();
  const cwd = createTestFolder({ 'client.mjs': client });
  const args = ['record', '--target', url.replace(/\d+$/, '1'), '--', process.execPath, 'client.mjs', '2', '0'];
  const { code, stderr } = await runAssayProcess(cwd, args);
  expect([code, stderr]).toEqual([5, expect.stringContaining('2 without a response of the service')]);
});

test.each([
  [
    'a program that does not exist',
    ['--target', 'http://127.0.0.1:1', '--', 'no-such-program'],
    'cannot run "no-such-program"',
  ],
  ['a target that is no URL', ['--target', 'localhost:3000'], '--target has no scheme'],
  [
    'an authority that does not exist',
    ['--target', 'https://a.example', '--ca', 'no.pem'],
    '--ca: no.pem cannot be read',
  ],
  ['a folder that cannot be written', ['--target', 'http://a.example', '--out', '/proc/a'], 'cannot write to --out'],
])('%s: exit 2', async (_, args, message) => {
  const { code, stderr } = await runAssayProcess(createTestFolder(), ['record', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('an interruption reaches the command, and its exit code is passed on', async () => {
  const { url, arrived } = await startService();
  const cwd = createTestFolder({ 'client.mjs': patient });
  const { child, ended } = startAssay(cwd, ['record', '--target', url, '--', process.execPath, 'client.mjs']);
  await expectEventually(() => arrived.length).toBe(1);
  child.kill('SIGINT');
  expect((await ended).code).toBe(7);
  expect(readEntries(cwd)).toHaveLength(1);
});

test('what the command left running ends with it', async () => {
  const { url } = await startService();
  const cwd = createTestFolder();
  const command = ['sh', '-c', 'sleep 300 > /dev/null 2>&1 & echo $!'];
  const { stdout } = await runAssayProcess(cwd, ['record', '--target', url, '--', ...command]);
  const isRunning = () => {
    try {
      return process.kill(Number(stdout), 0);
    } catch {
      return false;
    }
  };
  expect(Number(stdout)).toBeGreaterThan(1);
  await expectEventually(isRunning).toBe(false);
});

test('without a command it records until it is interrupted, streams that have not ended included', async () => {
  const { url } = await startOrigin((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
  });
  const cwd = createTestFolder();
  const { child, ended, complaints } = startAssay(cwd, ['record', '--target', url]);
  await expectEventually(complaints).toContain('Ctrl-C ends it');
  const [, base = ''] = / at (http:\S+);/.exec(complaints()) ?? [];
  const sent = request(base).on('error', () => {});
  sent.end();
  const [response] = await once(sent, 'response');
  response.on('error', () => {});
  await once(response, 'data');
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  // A stream alone says too little.
  expect([code, stderr]).toEqual([5, expect.stringContaining('1 exchange recorded in recording/tape.ndjson')]);
  expect(readEntries(cwd)[0]?.answer).toMatchObject({ status: 200, content: 'data: 1\n\n', cutFrom: 9 });
});
