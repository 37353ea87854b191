import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestFolder, startDemoService } from '../../test/cli/assay.fixture.js';
import type { LongAudit } from './sample-memory.js';

const bin = process.env.ASSAY_BIN ?? fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const long = join(dirname(bin), '../dist/tools/bench/long-audit.js');

/** One audit in a process of its own that collects its garbage before it looks at itself. */
function enduring(baseUrl: string, cases: number): Promise<LongAudit> {
  const args = ['--expose-gc', long, 'audit', baseUrl, createTestFolder(), String(cases), '1000'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as LongAudit));
    child.once('exit', (code) => reject(new Error(`the audit ended with ${code}`)));
  });
}

/** What may stay of thousands of requests, in megabytes: words that are kept once, and code that was compiled since. */
const allowedMegabytes = 3;

test('four times the requests use no more memory', async () => {
  const { url } = await startDemoService();
  const short = await enduring(url, 23);
  const longer = await enduring(url, 92);
  expect(short.requests).toBeGreaterThan(2_500);
  expect(longer.requests).toBeGreaterThan(3.5 * short.requests);
  const heapAtEnd = ({ samples }: LongAudit) => samples.at(-1)?.heapMegabytes ?? Number.NaN;
  expect(heapAtEnd(longer) - heapAtEnd(short)).toBeLessThan(allowedMegabytes);
  // What is under way at the moment of a look comes and goes; what is kept is still there at the lowest of the late ones.
  const lowestLate = ({ samples }: LongAudit) =>
    Math.min(...samples.slice(Math.floor(samples.length * 0.7)).map(({ heapMegabytes }) => heapMegabytes));
  expect(lowestLate(longer) - lowestLate(short)).toBeLessThan(allowedMegabytes);
  expect(longer.tapeMegabytes).toBeGreaterThan(3 * short.tapeMegabytes);
  expect(longer.reportMegabytes).toBeLessThan(1.2 * short.reportMegabytes);
});
