import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { formats } from '../../src/report/formats.js';
import { render } from '../../src/report/render.js';
import { createLargeReport } from './large-report.js';

/** The memory of a process that creates the report without rendering it: the baseline of the others. */
const noFormat = 'nothing';
const allFormats = 'all together';

/** How long each format of a report of 1,000 subjects takes, and how much memory; each in a process of its own. */
const [wanted] = process.argv.slice(2);
if (wanted !== undefined) measureFormat(wanted);
else await runBenchmark();

interface Row {
  readonly ms: number;
  /** Of all threads: on a machine with other work to do, this is what to look at. */
  readonly cpuMs: number;
  readonly octets: number;
  readonly peakMegabytes: number;
}

function measureFormat(name: string): void {
  const report = createLargeReport(1000);
  const names = name === allFormats ? Object.keys(formats) : name === noFormat ? [] : [name];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const octets = names.reduce((sum, format) => sum + Buffer.byteLength(render(report, format)), 0);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const row: Row = { ms, cpuMs: (user + system) / 1000, octets, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
  process.send?.(row, () => process.disconnect());
}

async function runBenchmark(): Promise<void> {
  const lines = ['| format | ms | CPU ms | megabytes written | peak MB |', '| --- | --- | --- | --- | --- |'];
  for (const name of [noFormat, ...Object.keys(formats), allFormats])
    lines.push(renderRow(name, await measureInChild(name)));
  process.stdout.write(`${lines.join('\n')}\n`);
}

function renderRow(name: string, { ms, cpuMs, octets, peakMegabytes }: Row): string {
  return `| ${[name, ms.toFixed(0), cpuMs.toFixed(0), (octets / 1e6).toFixed(2), peakMegabytes.toFixed(0)].join(' | ')} |`;
}

function measureInChild(name: string): Promise<Row> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [name]);
    child.once('message', (row) => resolve(row as Row));
    child.once('exit', (code) => reject(new Error(`rendering ${name} ended with ${code}`)));
  });
}
