import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { binPath, createTestFolder, hasReport, readRunReport, runAssay } from './assay.fixture.js';
import { type RemoteDemo, startRemoteDemo } from './remote-demo.fixture.js';

const unsafe = /POST|PUT|PATCH|DELETE/;
const only = ['--only', 'creation/*', '--cases', '1', '--rate', '200'];

const argsFor = ({ baseUrl, proxy }: RemoteDemo, ...more: readonly string[]) => [
  ...['run', baseUrl, '--proxy', proxy, '--seed', '1'],
  ...only,
  ...more,
];

/** What stands on standard error before the first write. */
const plan =
  /^Before the first write to http:\/\/shop\.example, which is not this machine:\n {2}permission +deletes \(.*\)\n/m;

test('another machine is only read where nothing else was permitted', async () => {
  const there = await startRemoteDemo();
  const cwd = createTestFolder();
  const { code, stderr } = await runAssay(cwd, argsFor(there));
  expect(there.relay.methods()).toContain('GET');
  expect(there.relay.methods().join()).not.toMatch(unsafe);
  expect(stderr).not.toContain('Before the first write');
  const { results } = readRunReport(cwd);
  const makes = results.filter(({ rule }) => rule === 'creation/valid-post-answers-201');
  expect(makes.map(({ verdict, cause }) => [verdict, cause])).toEqual([['not-run', 'permission']]);
  expect(code).not.toBe(130);
});

test.each([[[]], [['--yes']]])('without a terminal the plan is told, and nobody is asked: %j', async (flags) => {
  const there = await startRemoteDemo();
  const { stderr, stdout } = await runAssay(createTestFolder(), argsFor(there, '--permit', 'deletes', ...flags));
  expect(stderr).toMatch(plan);
  expect(stdout).not.toContain('Before the first write');
  expect(stderr).not.toContain('[y/N]');
  expect([there.relay.methods().includes('POST'), there.remainingOrders()]).toEqual([true, 0]);
});

test('no more things stand there at once than was said', async () => {
  const there = await startRemoteDemo();
  const cwd = createTestFolder();
  const { stderr } = await runAssay(cwd, argsFor(there, '--permit', 'deletes', '--max-live', '2'));
  expect(stderr).toMatch(/things +at most 1,000 made, 2 at once; all of it is removed again/);
  expect([there.maxOrders(), there.remainingOrders(), readRunReport(cwd).leftovers]).toEqual([2, 0, []]);
});

/** Runs a command on a terminal of its own, and answers there when it is asked. */
const terminal = `
import os, pty, sys
told = b""
def read(fd):
    global told
    data = os.read(fd, 4096)
    before, told = told, told + data
    if b"[y/N]" in told and b"[y/N]" not in before:
        os.write(fd, sys.argv[1].encode())
    return data
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[2:], read)))
`;

const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;

async function answering(answer: string, cwd: string, args: readonly string[]) {
  const child = spawn('python3', ['-c', terminal, answer, process.execPath, binPath, ...args], {
    cwd,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (shown += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, shown };
}

describe.skipIf(!hasTerminal)('on a terminal', () => {
  test.each(['n\n', '\n', '\u0003', '\u0004'])(
    '%j is no: it ends with 130, and nothing was written',
    async (answer) => {
      const there = await startRemoteDemo();
      const cwd = createTestFolder();
      const { code, shown } = await answering(answer, cwd, argsFor(there, '--permit', 'deletes'));
      expect(shown).toContain('Go on? [y/N]');
      expect(code, shown).toBe(130);
      expect(shown).toContain('nothing was written');
      expect(there.relay.methods().join()).not.toMatch(unsafe);
      expect(hasReport(cwd)).toBe(false);
    },
  );

  test.each([
    ['y\n', [], true],
    ['', ['--yes'], false],
  ])('%j with %j goes on', async (answer, flags, isAsked) => {
    const there = await startRemoteDemo();
    const cwd = createTestFolder();
    const { shown } = await answering(answer, cwd, argsFor(there, '--permit', 'deletes', ...flags));
    expect(shown.includes('[y/N]')).toBe(isAsked);
    expect([there.relay.methods().includes('POST'), hasReport(cwd), there.remainingOrders()]).toEqual([true, true, 0]);
  });
});
