import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { formats, render } from '../../src/report/render.js';
import { largeReport } from './large-report.js';

/** What a process needs that makes the report and renders nothing: the others stand on it. */
const nothing = 'nothing';
const everything = 'all together';

/** How long each format of a report of 1,000 subjects takes, and how much memory; each in a process of its own. */
const [wanted] = process.argv.slice(2);
if (wanted !== undefined) one(wanted);
else await all();

interface Row {
  readonly ms: number;
  /** Of all threads: on a machine with other work to do, this is what to look at. */
  readonly cpuMs: number;
  readonly octets: number;
  readonly peakMegabytes: number;
}

function one(name: string): void {
  const report = largeReport(1000);
  const names = name === everything ? Object.keys(formats) : name === nothing ? [] : [name];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const octets = names.reduce((sum, format) => sum + Buffer.byteLength(render(report, format)), 0);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const row: Row = { ms, cpuMs: (user + system) / 1000, octets, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
  process.send?.(row, () => process.disconnect());
}

async function all(): Promise<void> {
  const lines = ['| format | ms | CPU ms | megabytes written | peak MB |', '| --- | --- | --- | --- | --- |'];
  for (const name of [nothing, ...Object.keys(formats), everything]) lines.push(rowOf(name, await measured(name)));
  process.stdout.write(`${lines.join('\n')}\n`);
}

function rowOf(name: string, { ms, cpuMs, octets, peakMegabytes }: Row): string {
  return `| ${[name, ms.toFixed(0), cpuMs.toFixed(0), (octets / 1e6).toFixed(2), peakMegabytes.toFixed(0)].join(' | ')} |`;
}

function measured(name: string): Promise<Row> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [name]);
    child.once('message', (row) => resolve(row as Row));
    child.once('exit', (code) => reject(new Error(`rendering ${name} ended with ${code}`)));
  });
}
