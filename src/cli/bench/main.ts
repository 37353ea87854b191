import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured } from './measure.js';

/** `npm run bench`: full audits of the demo beside a bare undici loop over the same recorded requests, as ratios. Each in a process of its own. */
const concurrency = 8;
const sizes = [
  { name: 'about 1,000 requests', cases: 8 },
  { name: 'about 20,000 requests', cases: 150 },
];

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const rows: string[] = [];
const peaks: number[] = [];
try {
  for (const { name, cases } of sizes) {
    const tape = join(folder, 'tape.ndjson');
    const audit = await part('audit', tape, String(concurrency), String(cases));
    const bare = await part('bare', tape, String(concurrency));
    peaks.push(audit.peakMegabytes);
    rows.push(row(name, audit, bare));
  }
} finally {
  rmSync(folder, { recursive: true });
}
const help = startUp();
process.stdout.write(
  `${[
    '| run | requests | audit req/s | bare req/s | throughput ratio | CPU ms per 1,000 (audit / bare) | CPU ratio | peak MB (audit / bare) |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `Peak memory from the smaller to the larger run: ${(peaks[1] ?? 0).toFixed(0)} / ${(peaks[0] ?? 0).toFixed(0)} MB = ${((peaks[1] ?? 0) / (peaks[0] ?? 1)).toFixed(2)}`,
    `\`assay --help\` beside \`node -e 0\`: ${help.toFixed(2)} times`,
  ].join('\n')}\n`,
);

function row(name: string, audit: Measured, bare: Measured): string {
  const rate = ({ requests, seconds }: Measured) => requests / seconds;
  const cpu = ({ requests, cpuMs }: Measured) => (cpuMs * 1000) / requests;
  const cells = [
    name,
    String(audit.requests),
    rate(audit).toFixed(0),
    rate(bare).toFixed(0),
    (rate(audit) / rate(bare)).toFixed(2),
    `${cpu(audit).toFixed(0)} / ${cpu(bare).toFixed(0)}`,
    (cpu(audit) / cpu(bare)).toFixed(2),
    `${audit.peakMegabytes.toFixed(0)} / ${bare.peakMegabytes.toFixed(0)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** One part in a process of its own, against a service that was freshly started for it. */
async function part(name: 'audit' | 'bare', ...args: string[]): Promise<Measured> {
  const server = fork(programOf('server'));
  try {
    return await message<Measured>(fork(programOf(name), [await message<string>(server), ...args]));
  } finally {
    server.kill();
  }
}

/** Time of `assay --help` over that of an empty program, the median of several pairs. */
function startUp(): number {
  const assay = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
  const ratios: number[] = [];
  for (let i = 0; i < 9; i += 1) ratios.push(wallOf([assay, '--help']) / wallOf(['-e', '0']));
  return ratios.sort((a, b) => a - b)[4] ?? Number.NaN;
}

function wallOf(args: readonly string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - started;
}

function programOf(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (told) => resolve(told as T));
    child.once('exit', (code) => reject(new Error(`a part of the benchmark ended with ${code}`)));
  });
}
