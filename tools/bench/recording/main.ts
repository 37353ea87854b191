import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { renderSpread, summarize } from '../spread.js';

/**
 * `npm run bench:recording -- [--requests N] [--rounds N] [--concurrency N]`: the latency through the proxy of `assay record`, and
 * through a pass-through of the same library, in rounds that alternate. Prints their ratio by percentiles.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    concurrency: { type: 'string', default: '4' },
  },
});
const [requests, rounds, concurrency] = [values.requests, values.rounds, values.concurrency].map(Number) as [
  number,
  number,
  number,
];
const percentiles = [50, 90, 99];
const folder = mkdtempSync(join(tmpdir(), 'assay-recording-'));
const children: ChildProcess[] = [];
try {
  const service = await start('service');
  const passThrough = await start('pass-through', service);
  const recording = await start('record', service, join(folder, 'tape.ndjson'));
  for (const url of [passThrough, recording]) await measure(url);
  const ratios = percentiles.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    // Whichever is measured first changes, because a machine is not the same all the time.
    const order = round % 2 === 0 ? [passThrough, recording] : [recording, passThrough];
    const taken = new Map<string, readonly number[]>();
    for (const url of order) taken.set(url, await measure(url));
    percentiles.forEach((percentile, i) => {
      const at = (url: string) => taken.get(url)?.[Math.floor((requests * percentile) / 100)] ?? Number.NaN;
      ratios[i]?.push(at(recording) / at(passThrough));
    });
  }
  const rows = percentiles.map((percentile, i) => `| ${percentile} | ${renderSpread(summarize(ratios[i] ?? []), 2)} |`);
  process.stdout.write(
    `| percentile of latency | recording / pass-through, median (range) of ${rounds} rounds |\n| --- | --- |\n${rows.join('\n')}\n`,
  );
} finally {
  for (const child of children) child.disconnect();
  rmSync(folder, { recursive: true });
}

/** Starts a part in a process of its own; returns its origin. */
function start(...args: readonly string[]): Promise<string> {
  const child = fork(fileURLToPath(new URL('./serve.js', import.meta.url)), args);
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve(String(url)));
    child.once('exit', (code) => reject(new Error(`a part of the benchmark ended with ${code}`)));
  });
}

/** Sends requests of several sizes; returns their times in milliseconds, sorted. */
async function measure(url: string): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < requests) {
      const path = `/${[1, 20, 20, 200][next % 4]}`;
      next += 1;
      const begun = performance.now();
      await send(`${url}${path}`, agent, next % 4 === 0);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  agent.destroy();
  return times.sort((one, other) => one - other);
}

function send(url: string, agent: Agent, isWrite: boolean): Promise<void> {
  const headers = {
    authorization: 'Bearer 0123456789abcdef',
    accept: 'application/json',
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers, method: isWrite ? 'POST' : 'GET' }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject).end(isWrite ? '{"name":"an item","state":"open"}' : undefined);
  });
}
