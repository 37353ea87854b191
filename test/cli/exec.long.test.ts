import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSocketServer } from '../../src/http/origin.fixture.js';
import {
  binPath,
  createTestFolder,
  readRunReport,
  runAssay,
  runAssayProcess,
  startDemoService,
} from './assay.fixture.js';

/** A service on PORT with one list, which notes in a file that it was stopped. */
const service = `import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const server = createServer((request, response) =>
  request.url === '/notes'
    ? response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":"1"}]')
    : response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
);
process.on('SIGTERM', () => { writeFileSync('stopped', ''); process.exit(); });
server.listen(process.env.PORT, '127.0.0.1');
`;
const node = JSON.stringify(process.execPath);
const few = ['--permit', 'reads', '--collection', '/notes', '--only', 'absence/*'];

test('--exec starts the service on a free port, audits it, and stops it', async () => {
  const cwd = createTestFolder({ 'service.mjs': service });
  const { stderr } = await runAssayProcess(cwd, ['run', '--exec', `${node} service.mjs`, ...few]);
  expect(stderr).toMatch(/^assay: starting ".*" for http:\/\/127\.0\.0\.1:\d+\n/);
  expect(readRunReport(cwd).survey.collections.map(({ path }) => path)).toEqual(['/notes']);
  expect(existsSync(join(cwd, 'stopped'))).toBe(true);
}, 60_000);

test('--exec without a command takes that of the profile, which runs nothing by itself', async () => {
  const { url } = await startDemoService();
  const { port } = new URL(url);
  const taken = { 'assay.yaml': `baseUrl: ${url}\nexec: { command: "touch ran" }\n` };
  const cwd = createTestFolder(taken);
  const plain = await runAssay(cwd, ['run', '--plan']);
  expect([plain.code, existsSync(join(cwd, 'ran'))]).toEqual([0, false]);
  const refused = await runAssay(cwd, ['run', '--exec', url]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`:${port} already; stop it, or use it with --reuse`),
  });
  const reused = await runAssay(cwd, ['run', '--exec', '--reuse', '--plan']);
  expect([reused.code, existsSync(join(cwd, 'ran'))]).toEqual([0, false]);
}, 60_000);

test.each([
  ['ends at once', 'echo oh no; exit 7', 'it ended with exit code 7 before', '  | oh no\n'],
  ['never answers', 'sleep 30', 'did not answer within 1 s', 'it printed nothing'],
])(
  'a service that %s: exit 3, with the end of its output',
  async (_, command, why, output) => {
    // Nothing answers at this port, and no service of another test can get it.
    const url = await startSocketServer((socket) => socket.destroy());
    const args = ['run', url, '--exec', command, '--exec-timeout', '1s'];
    const { code, stderr } = await runAssayProcess(createTestFolder(), args);
    expect(stderr).toContain(why);
    expect(stderr).toContain(output);
    expect(stderr.trimEnd().split('\n').length).toBeLessThan(15);
    expect(code).toBe(3);
  },
  60_000,
);

test('--exec needs a command', async () => {
  const { code, stderr } = await runAssay(createTestFolder(), ['run', 'http://127.0.0.1:1', '--exec']);
  expect(stderr).toContain('--exec: give the command that starts the service, or exec.command in the profile');
  expect(code).toBe(2);
});

test('a violation is replayed with the printed command, which starts the service again', async () => {
  const cwd = createTestFolder();
  const faulty = `${node} ${JSON.stringify(binPath)} demo --serve --port $PORT --fault get-bumps-a-counter`;
  const chosen = ['--only', 'safety/get-does-not-change-the-item', '--cases', '2', '--seed', '1'];
  const { stdout } = await runAssayProcess(cwd, ['run', '--exec', faulty, '--collection', '/orders', ...chosen]);
  expect(stdout).toContain(`   assay replay reports/report.json 1 --exec '${faulty}'\n`);

  const again = await runAssayProcess(cwd, ['replay', 'reports/report.json', '1', '--exec', faulty]);
  expect(again.stderr).toMatch(/^assay: starting ".*" for http:\/\/127\.0\.0\.1:\d+\n/);
  expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('still there: 1. MUST safety/get-does-not') });

  const stopped = await runAssayProcess(cwd, ['replay', 'reports/report.json', '1']);
  expect(stopped).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('; replay starts it with --exec COMMAND, or finds it with --base-url URL\n'),
  });
}, 60_000);

test('a profile can be a module; a hint says how Git ignores the reports', async () => {
  const { url } = await startDemoService();
  const cwd = createTestFolder({
    'assay.config.mjs': `export default { baseUrl: ${JSON.stringify(url)}, limits: { maxRequests: 700 }, rules: { only: ['CRE-01'] } };`,
  });
  mkdirSync(join(cwd, '.git'));
  const { code, stderr } = await runAssay(cwd, ['run']);
  expect(code).toBe(0);
  expect(stderr).toContain('to ignore it: echo reports/ >> .gitignore\n');
  expect(readRunReport(cwd).run).toMatchObject({ maxRequests: 700, only: ['CRE-01'] });
  writeFileSync(join(cwd, 'wrong.mjs'), 'export default { limit: 1 };');
  writeFileSync(join(cwd, 'broken.mjs'), 'export default {');
  for (const [file, why] of [
    ['wrong.mjs', 'wrong.mjs: limit: unknown key "limit"'],
    ['broken.mjs', 'broken.mjs: cannot be loaded: '],
    ['gone.mjs', 'gone.mjs: no such file'],
  ] as const)
    expect(await runAssay(cwd, ['run', '--profile', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(why),
    });
}, 60_000);
