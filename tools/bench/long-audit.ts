import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LongAudit, type MemorySample, runLongAudit } from './sample-memory.js';

/** Requests of an audit of the demo in one case. */
const requestsPerCase = 128;
/** Columns of the longest bar. */
const maxColumns = 40;

/**
 * `npm run bench:long`: an audit of the demo with at least so many requests (100,000 unless told), and the curve of the
 * memory of the kit while it went on. As the child process `audit`, it is that audit.
 */
const [role = '', ...rest] = process.argv.slice(2);
if (role === 'audit') await runAuditProcess(rest);
else await runBenchmark(Number(role || 100_000));

async function runAuditProcess([baseUrl = '', folder = '', cases = '', every = '']: readonly string[]): Promise<void> {
  const endured = await runLongAudit(baseUrl, folder, Number(cases), Number(every));
  process.send?.(endured, () => process.disconnect());
}

async function runBenchmark(wanted: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-long-'));
  const server = fork(resolveProgram('server'));
  try {
    const cases = Math.ceil((wanted * 1.05) / requestsPerCase);
    const args = ['audit', await receiveMessage<string>(server), folder, String(cases), String(wanted / 20)];
    const execArgv = ['--expose-gc'];
    const endured = await receiveMessage<LongAudit>(fork(fileURLToPath(import.meta.url), args, { execArgv }));
    process.stdout.write(`${renderTable(endured).join('\n')}\n`);
    if (endured.requests < wanted) process.exitCode = 1;
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

function renderTable({ requests, seconds, samples, reportMegabytes, tapeMegabytes, verdicts }: LongAudit): string[] {
  const top = Math.max(...samples.map(({ rssMegabytes }) => rssMegabytes));
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  return [
    '| requests | heap in use, MB | resident, MB | |',
    '| ---: | ---: | ---: | --- |',
    ...samples.map((sample) => renderRow(sample, top)),
    '',
    `${requests} requests in ${seconds.toFixed(0)} s: ${counts.join(', ')}`,
    `report.json ${reportMegabytes.toFixed(2)} MB, tape.ndjson ${tapeMegabytes.toFixed(0)} MB`,
  ];
}

function renderRow({ requests, heapMegabytes, rssMegabytes }: MemorySample, top: number): string {
  const bar = '#'.repeat(Math.round((heapMegabytes / top) * maxColumns));
  const rest = '.'.repeat(Math.max(0, Math.round(((rssMegabytes - heapMegabytes) / top) * maxColumns)));
  return `| ${requests} | ${heapMegabytes.toFixed(1)} | ${rssMegabytes.toFixed(0)} | ${bar}${rest} |`;
}

function resolveProgram(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}

function receiveMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`a part of the benchmark ended with ${code}`)));
  });
}
