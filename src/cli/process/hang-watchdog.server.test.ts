import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { workerSource } from './hang-watchdog.js';

/** A process that is watched, beats its heart and does something. */
function watched(work: string): Promise<{ signal: string | null; stderr: string }> {
  const program = `
    const { Worker } = require('node:worker_threads');
    const beats = new Int32Array(new SharedArrayBuffer(4));
    const heart = setInterval(() => Atomics.add(beats, 0, 1), 50);
    const workerData = { beats, limitMs: 500, beatsInLimit: 10, last: 'killed' };
    const worker = new Worker(${JSON.stringify(workerSource)}, { eval: true, workerData });
    worker.once('online', () => { ${work} });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (_, signal) => resolve({ signal, stderr })));
}

test.each([
  ['a loop', 'for (;;);'],
  ['a pattern that backtracks', "/^(a+)+$/.test('a'.repeat(60) + 'b');"],
])('endless %s is reported and ended', async (_, work) => {
  expect(await watched(work)).toEqual({ signal: 'SIGKILL', stderr: 'killed' });
});

test('does not end a process that responds sometimes', async () => {
  const busy = `
    let turns = 0;
    const turn = () => {
      const until = performance.now() + 100;
      while (performance.now() < until);
      turns += 1;
      if (turns < 12) setTimeout(turn, 5);
      else process.exit(0);
    };
    turn();`;
  expect(await watched(busy)).toEqual({ signal: null, stderr: '' });
});
