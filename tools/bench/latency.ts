import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeChart } from './chart/write-chart.js';
import type { ProcessMeasurement } from './measure-process.js';
import { measureIdleMs, measureLongestChain, readSentRequests, type SentRequest } from './request-chain.js';
import { summarize } from './spread.js';
import { renderTimeline } from './timeline.js';

/**
 * `npm run bench:latency -- [--latency MS]... [--concurrency N] [--cases N] [--trials N] [--pairs N] [--timeline MS] [--chart]`:
 * a full audit of the demo behind a relay that delays. Prints its time in round trips, the trials with the longest chains of requests,
 * and what was under way in each step of time.
 */
const { values } = parseArgs({
  options: {
    latency: { type: 'string', multiple: true, default: ['0', '20', '100'] },
    concurrency: { type: 'string', default: '16' },
    cases: { type: 'string', default: '8' },
    trials: { type: 'string', default: '10' },
    pairs: { type: 'string', default: '1' },
    timeline: { type: 'string' },
    chart: { type: 'boolean' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'assay-latency-'));
try {
  const lines = [
    '| latency ms | requests | seconds | round trips | longest chain | seconds without a request |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  let last: SentRequest[] = [];
  const latencies = values.latency.map(Number);
  const taken = new Map<number, number[]>();
  for (const latency of Array.from({ length: Number(values.pairs) }).flatMap(() => latencies)) {
    const tape = join(folder, `tape-${latency}.ndjson`);
    const { requests, seconds } = await measureAudit(latency, tape);
    last = readSentRequests(tape);
    taken.set(latency, [...(taken.get(latency) ?? []), seconds]);
    const cells = [
      latency,
      requests,
      seconds.toFixed(1),
      latency === 0 ? '' : Math.round((seconds * 1000) / latency),
      measureLongestChain(last),
      (measureIdleMs(last) / 1000).toFixed(1),
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n${renderTrials(last)}\n`);
  if (values.timeline !== undefined) process.stdout.write(`\n${renderTimeline(last, Number(values.timeline))}\n`);
  const first = taken.get(latencies[0] ?? 0) ?? [];
  writeChart(values.chart, 'bench-latency', {
    title: 'An audit at a distance',
    subtitle: `time of an audit of one collection, concurrency ${values.concurrency}; 1 is ${latencies[0]} ms of latency, ${first.length} pairs`,
    bars: latencies.map((latency) => ({
      label: `${latency} ms of latency`,
      spread: summarize((taken.get(latency) ?? []).map((seconds, index) => seconds / (first[index] ?? seconds))),
    })),
  });
} finally {
  rmSync(folder, { recursive: true });
}

async function measureAudit(latency: number, tape: string): Promise<ProcessMeasurement> {
  const server = fork(fileFor('delay-server'), [String(latency)]);
  try {
    return await receive<ProcessMeasurement>(
      fork(fileFor('audit'), [await receive<string>(server), tape, values.concurrency, values.cases]),
    );
  } finally {
    server.kill();
  }
}

function fileFor(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}

function receive<T>(child: ChildProcess): Promise<T> {
  return new Promise((done, fail) => {
    child.once('message', (message) => done(message as T));
    child.once('exit', (code) => fail(new Error(`a part of the benchmark ended with ${code}`)));
  });
}

/** When the trials with the longest chains began and ended, in seconds since the first request. */
function renderTrials(sent: readonly SentRequest[]): string {
  const start = Math.min(...sent.map(({ from }) => from));
  const trials = new Map<string, SentRequest[]>();
  for (const one of sent) trials.set(one.trial, [...(trials.get(one.trial) ?? []), one]);
  const rows = [...trials].map(([trial, all]) => ({
    trial,
    chain: measureLongestChain(all),
    from: (Math.min(...all.map(({ from }) => from)) - start) / 1000,
    to: (Math.max(...all.map(({ to }) => to)) - start) / 1000,
  }));
  rows.sort((one, other) => other.chain - one.chain);
  const shown = rows.slice(0, Number(values.trials));
  return [
    '| chain | from s | to s | trial |',
    '| --- | --- | --- | --- |',
    ...shown.map(
      ({ chain, from, to, trial }) => `| ${chain} | ${from.toFixed(1)} | ${to.toFixed(1)} | ${trial || 'survey'} |`,
    ),
  ].join('\n');
}
