import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bar } from './chart/render-chart.js';
import { writeChart } from './chart/write-chart.js';
import type { ProcessMeasurement } from './measure-process.js';
import { renderSpread, summarize } from './spread.js';

/**
 * `npm run bench -- [--pairs N] [--cases N] [--chart]`: full audits of the demo beside a bare undici loop over the same recorded
 * requests, in turn, each in a process of its own. Prints the median of the ratios, and in brackets the least and the greatest.
 */
const concurrency = 8;
const leastPairs = 5;
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: String(leastPairs) },
    cases: { type: 'string', multiple: true },
    chart: { type: 'boolean' },
  },
});
const pairs = Math.max(1, Number(values.pairs));
const sizes = (values.cases ?? ['8', '150']).map(Number);

/** One audit, and the same requests sent bare. */
interface Pair {
  readonly audit: ProcessMeasurement;
  readonly bare: ProcessMeasurement;
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const lines = [
  `${pairs} pairs each: median (least to greatest)`,
  '',
  '| cases | requests | audit req/s | throughput ratio | CPU ms per 1,000 requests | CPU ratio | peak MB |',
  '| --- | --- | --- | --- | --- | --- | --- |',
];
const bars: Bar[] = [];
try {
  for (const cases of sizes) {
    const measured: Pair[] = [];
    for (let i = 0; i < pairs; i += 1) measured.push(await measurePair(cases));
    lines.push(renderRow(cases, measured));
    bars.push(...listBars(cases, measured));
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${lines.join('\n')}\n`);
writeChart(values.chart, 'bench-bare', {
  title: 'An audit beside bare undici',
  subtitle: `the same requests to the same service, ${pairs} pairs each; 1 is bare undici`,
  bars,
});

function getRate({ requests, seconds }: ProcessMeasurement): number {
  return requests / seconds;
}

function getCpu({ requests, cpuMs }: ProcessMeasurement): number {
  return (cpuMs * 1000) / requests;
}

function listBars(cases: number, measured: readonly Pair[]): Bar[] {
  const spread = (of: (pair: Pair) => number) => summarize(measured.map(of));
  return [
    {
      label: `throughput, ${cases} cases`,
      spread: spread(({ audit, bare }) => getRate(audit) / getRate(bare)),
      aim: 0.7,
    },
    { label: `CPU, ${cases} cases`, spread: spread(({ audit, bare }) => getCpu(audit) / getCpu(bare)), aim: 1.8 },
  ];
}

async function measurePair(cases: number): Promise<Pair> {
  const tape = join(folder, 'tape.ndjson');
  const audit = await measurePart('audit', tape, String(concurrency), String(cases));
  return { audit, bare: await measurePart('bare', tape, String(concurrency)) };
}

function renderRow(cases: number, measured: readonly Pair[]): string {
  const cell = (of: (pair: Pair) => number, digits: number) => renderSpread(summarize(measured.map(of)), digits);
  const cells = [
    String(cases),
    cell(({ audit }) => audit.requests, 0),
    cell(({ audit }) => getRate(audit), 0),
    cell(({ audit, bare }) => getRate(audit) / getRate(bare), 2),
    cell(({ audit }) => getCpu(audit), 0),
    cell(({ audit, bare }) => getCpu(audit) / getCpu(bare), 2),
    cell(({ audit }) => audit.peakMegabytes, 0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** One part in a process of its own, against a service that was freshly started for it. */
async function measurePart(name: 'audit' | 'bare', ...args: string[]): Promise<ProcessMeasurement> {
  const server = fork(fileFor('server'));
  try {
    return await receive<ProcessMeasurement>(fork(fileFor(name), [await receive<string>(server), ...args]));
  } finally {
    server.kill();
  }
}

function fileFor(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}

function receive<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`a part of the benchmark ended with ${code}`)));
  });
}
