import { Worker } from 'node:worker_threads';

/** Who watches whether the process still comes round to anything else. */
export interface HangWatchdog {
  stop(): void;
}

/** So long may one computation take, in milliseconds: longer than any document or schema that was ever met. */
const maxBlockMs = 120_000;

/**
 * Sets a thread to watch this one. Who computes without end (a loop in a rule, a pattern that backtracks for ever) hears no
 * interruption any more, and cannot be called back from outside: after `limitMs` the thread says what is left to do, and
 * ends the process.
 */
export function startHangWatchdog(ledger: string, limitMs = maxBlockMs): HangWatchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const heart = setInterval(() => Atomics.add(beats, 0, 1), limitMs / beatsInLimit);
  heart.unref();
  const last = `\nassay: the kit itself failed: one computation went on for ${limitMs / 1_000} s without an end, so the process is killed; what was made stands in ${ledger}\n`;
  const worker = new Worker(workerSource, { eval: true, workerData: { beats, limitMs, beatsInLimit, last } });
  worker.unref();
  // Without a watchman an audit is as good as it was; only what never ends is not noticed.
  worker.on('error', () => clearInterval(heart));
  return {
    stop() {
      clearInterval(heart);
      void worker.terminate();
    },
  };
}

const beatsInLimit = 10;

/** What the thread does, as plain text: it must begin without a file of its own, wherever the kit is installed. */
export const workerSource = `
  const { writeSync } = require('node:fs');
  const { workerData: { beats, limitMs, beatsInLimit, last } } = require('node:worker_threads');
  const every = limitMs / beatsInLimit;
  let [known, silentMs, looked] = [-1, 0, performance.now()];
  setInterval(() => {
    const now = performance.now();
    // A process that was stopped and goes on was silent for no fault of its own.
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
