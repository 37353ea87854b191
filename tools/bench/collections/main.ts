import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bar } from '../chart/render-chart.js';
import { writeChart } from '../chart/write-chart.js';
import type { ProcessMeasurement } from '../measure-process.js';
import { summarize } from '../spread.js';
import { fitLine } from './fit.js';

/**
 * `npm run bench:collections -- [--collections N]... [--pairs N] [--chart]`: audits a service with so many collections (10, 100 and 1,000 unless
 * told) by some rules of each kind, and prints the line through requests, CPU time and memory.
 */
const { values } = parseArgs({
  options: {
    collections: { type: 'string', multiple: true, default: ['10', '100', '1000'] },
    pairs: { type: 'string', default: '1' },
    chart: { type: 'boolean' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'assay-collections-'));
const measured: (ProcessMeasurement & { readonly count: number })[] = [];
try {
  for (const count of Array.from({ length: Number(values.pairs) }).flatMap(() => values.collections.map(Number)))
    measured.push({ count, ...(await measureAudit(count)) });
} finally {
  rmSync(folder, { recursive: true });
}
const rows = measured.map(({ count, requests, seconds, cpuMs, peakMegabytes }) =>
  [count, requests, seconds.toFixed(1), (cpuMs / 1000).toFixed(1), peakMegabytes.toFixed(0)].join(' | '),
);
const kinds = [
  ['requests', ({ requests }: ProcessMeasurement) => requests],
  ['CPU seconds', ({ cpuMs }: ProcessMeasurement) => cpuMs / 1000],
  ['peak MB', ({ peakMegabytes }: ProcessMeasurement) => peakMegabytes],
] as const;
const lines = kinds.map(([name, read]) => {
  const { base, each, explained } = fitLine(measured.map((one) => [one.count, read(one)]));
  return `${name}: ${base.toFixed(1)} + ${each.toFixed(3)} for each collection (R² ${explained.toFixed(3)})`;
});
process.stdout.write(`| collections | requests | seconds | CPU seconds | peak MB |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}

${lines.join('\n')}
`);
writeChart(values.chart, 'bench-collections', {
  title: 'Services with many collections',
  subtitle: `cost of one collection; 1 is its cost in a service with ${values.collections[0]} of them, ${values.pairs} pairs`,
  bars: listBars(),
});

async function measureAudit(count: number): Promise<ProcessMeasurement> {
  const server = fork(fileFor('server'), [String(count)]);
  try {
    return await receive<ProcessMeasurement>(fork(fileFor('audit'), [await receive<string>(server), folder]));
  } finally {
    server.kill();
  }
}

/** What one collection costs, beside what it costs in the run with the fewest collections: 1 is linear. */
function listBars(): Bar[] {
  const counts = [...new Set(measured.map(({ count }) => count))];
  const [first, ...others] = counts.map((count) => measured.filter((one) => one.count === count));
  return kinds.flatMap(([name, read]) =>
    others.map((runs) => ({
      label: `${name}, ${runs[0]?.count} collections`,
      spread: summarize(runs.map((run, index) => compareCosts(run, first?.[index], read))),
    })),
  );
}

type Run = (typeof measured)[number];

function compareCosts(run: Run, small: Run | undefined, read: (run: Run) => number): number {
  return small === undefined ? 1 : read(run) / run.count / (read(small) / small.count);
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
