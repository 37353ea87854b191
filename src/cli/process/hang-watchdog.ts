import { Worker } from 'node:worker_threads';

/** Time limit of one computation, in milliseconds: longer than any known document or schema needs. */
const maxBlockMs = 120_000;

/**
 * Starts a thread that watches this one. An endless computation (a loop in a rule, a regular expression that backtracks)
 * blocks the event loop, so no interruption arrives. After `limitMs` the thread prints what to do next and kills the
 * process.
 */
export function startHangWatchdog(ledger: string, limitMs = maxBlockMs): { stop(): void } {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const heart = setInterval(() => Atomics.add(beats, 0, 1), limitMs / beatsInLimit);
  heart.unref();
  const last = `\nassay: internal error: a computation blocked the process for ${limitMs / 1_000} s, so the process is killed. Items that were created are listed in ${ledger}\n`;
  const worker = new Worker(workerSource, { eval: true, workerData: { beats, limitMs, beatsInLimit, last } });
  worker.unref();
  // The audit works without the watchdog; only endless computations are not detected.
  worker.on('error', () => clearInterval(heart));
  return {
    stop() {
      clearInterval(heart);
      void worker.terminate();
    },
  };
}

const beatsInLimit = 10;

/** The program of the thread, as text: it must start without its own file, wherever the kit is installed. */
export const workerSource = `
  const { writeSync } = require('node:fs');
  const { workerData: { beats, limitMs, beatsInLimit, last } } = require('node:worker_threads');
  const every = limitMs / beatsInLimit;
  let [known, silentMs, looked] = [-1, 0, performance.now()];
  setInterval(() => {
    const now = performance.now();
    // Time during which the process was suspended does not count.
    const since = Math.min(now - looked, 2 * every);
    looked = now;
    const beat = Atomics.load(beats, 0);
    silentMs = beat === known ? silentMs + since : 0;
    known = beat;
    if (silentMs < limitMs) return;
    writeSync(2, last);
    process.kill(process.pid, 'SIGKILL');
  }, every);
`;
