import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startDemo } from '../../src/demo/start-demo.js';
import { describeWith } from '../support/system-parts.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';
import { openTerminal } from './terminal.fixture.js';

describeWith(['tmux'], 'on a terminal', () => {
  test('draws the progress of a run, adapts it to the width, and removes it after an interruption', async () => {
    const demo = await startDemoService();
    const cwd = createTestFolder();
    const terminal = openTerminal(cwd, 80, 24);
    await terminal.run(`run ${demo.url} --cases 60 > out.txt`);
    await terminal.sees(/^assay reading the service at http/m);
    expect(
      await terminal.sees(
        /^\[=*-+\] \d+ of \d+ {2}[^\n]*\d+ held\n\d+ requests of \d+, \d+ s of 10 min.*\n\S+\/\S+ \[/m,
      ),
    ).not.toMatch(/reading the service/);
    terminal.resize(40, 15);
    const narrow = await terminal.sees(/^(\[=*-+\] )?\d+ of \d+ {2}[^\n]*\d+ held\n\d+ requests of .{0,30}…?\n/m);
    expect(narrow.match(/requests of/g)).toHaveLength(1);
    terminal.press('C-c');
    await terminal.sees(/assay: interrupted; removing/);
    const left = await terminal.sees(/^ended 130$/m);
    expect(left).not.toMatch(/requests of|^\[=/m);
    expect(terminal.cursorIsShown()).toBe(true);
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toMatch(/Failed: the run was interrupted \(exit 130\)/);
  });

  test('init asks for what would enable most checks, and writes nothing after an interruption', async () => {
    const demo = await startDemoService();
    const cwd = createTestFolder();
    const terminal = openTerminal(cwd, 120, 50);
    await terminal.run(`init ${demo.url} --interactive`);
    await terminal.sees(/^1 of 5\n {2}resources\[0\]\.private: [\s\S]*leave it out\):/m);
    terminal.press('perhaps', 'Enter');
    await terminal.sees(/^ {4}expected true or false/m);
    terminal.press('C-c');
    await terminal.sees(/^ended 130$/m);
    expect(readdirSync(cwd).filter((name) => name.includes('assay'))).toEqual([]);
    terminal.press('clear', 'Enter');
    await terminal.run(`init ${demo.url} --interactive`);
    await terminal.sees(/^1 of 5\n/m);
    terminal.press('y', 'Enter');
    await terminal.sees(/^2 of 5\n/m);
    terminal.press('C-d');
    await terminal.sees(/^ended 0$/m);
    expect(readFileSync(join(cwd, 'assay.yaml'), 'utf8')).toMatch(/^ {4}private: true {2}#: answered$/m);
  });

  test('prints each exchange above the progress with --verbose', async () => {
    const demo = await startDemoService();
    const terminal = openTerminal(createTestFolder(), 80, 24);
    await terminal.run(`run ${demo.url} --only CRE-01 --cases 1 --format json -v > out.txt`);
    await terminal.sees(/^ended 0$/m);
    const all = terminal.scroll();
    expect(all).toMatch(/^ {5}1 {2}GET \/ → 200 {2}\d+ ms$/m);
    expect(all).toMatch(/^ +\d+ {2}POST \/orders → 201 {2}\d+ ms$/m);
    expect(all).not.toMatch(/requests of/);
  });

  test('waits for the service, runs again when it is back, and prints new violations with --watch', async () => {
    const first = await startDemo();
    const { port } = new URL(first.url);
    await first.close();
    const terminal = openTerminal(createTestFolder(), 80, 70);
    await terminal.run(`run ${first.url} --watch --only CRE-01 --cases 1 --format json`);
    await terminal.sees(/^Waiting for http/m);
    const sound = await startDemoService({ port: Number(port) });
    await terminal.sees(/Passed[\s\S]*^Enter run again {2}f failed only/m);
    const before = sound.requests();
    await vi.waitUntil(() => sound.requests() > before, { interval: 20, timeout: 200_000 });
    await sound.close();
    await refuseConnections(Number(port));
    await startDemoService({ port: Number(port), fault: 'post-answers-200' });
    expect(await terminal.sees(/^Since the last run\n[\s\S]*Enter run again/m)).toMatch(/^ {2}new {7}A valid POST/m);
    terminal.press('f');
    const again = await terminal.sees(/failed checks only[\s\S]*1 violation unchanged[\s\S]*Enter run again/);
    expect(again).not.toContain('Not checked');
    terminal.press('q');
    await terminal.sees(/^ended 1$/m);
    expect(terminal.cursorIsShown()).toBe(true);
  });

  test('prints the error of a profile, waits for its correction, and ends on Ctrl-C with --watch', async () => {
    const demo = await startDemoService();
    const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${demo.url}\nlimit: {}\n` });
    const terminal = openTerminal(cwd, 100, 40);
    await terminal.run('run --watch --only CRE-01 --cases 1 --format json');
    await terminal.sees(/assay\.yaml:2:1: unknown key "limit"/);
    terminal.press('C-c');
    await terminal.sees(/^ended 130$/m);
  });
});

/** Keeps a service down until it was asked for twice, as often as the watch asks before it takes a service for gone. */
async function refuseConnections(port: number): Promise<void> {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  await vi.waitUntil(() => asked >= 2, { interval: 20, timeout: 200_000 });
  await new Promise((done) => server.close(done));
}
