import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../support/system-parts.js';
import { binPath, createTestFolder, hasReport } from './assay.fixture.js';
import { argsForRemoteDemo as argsFor, startRemoteDemo, unsafe } from './remote-demo.fixture.js';

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

describeWith(['pty'], 'consent on a terminal', () => {
  test.each(['n\n', '\n', '\u0003', '\u0004'])(
    'exits with 130 and writes nothing to the service for the answer %j',
    async (answer) => {
      const there = await startRemoteDemo();
      const cwd = createTestFolder();
      const { code, shown } = await answering(answer, cwd, argsFor(there, '--permit', 'deletes'));
      expect(shown).toContain('Continue? [y/N]');
      expect(code, shown).toBe(130);
      expect(shown).toContain('nothing was written');
      expect(there.relay.methods().join()).not.toMatch(unsafe);
      expect(hasReport(cwd)).toBe(false);
    },
  );

  test.each([
    ['y\n', [], true],
    ['', ['--yes'], false],
  ])('continues for the answer %j with %j', async (answer, flags, isAsked) => {
    const there = await startRemoteDemo();
    const cwd = createTestFolder();
    const { shown } = await answering(answer, cwd, argsFor(there, '--permit', 'deletes', ...flags));
    expect(shown.includes('[y/N]')).toBe(isAsked);
    expect([there.relay.methods().includes('POST'), hasReport(cwd), there.remainingOrders()]).toEqual([true, true, 0]);
  });
});
