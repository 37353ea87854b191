import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../src/model/result/report.js';
import type { HostileService } from './service/hostile-services.js';

/** How far an audit of a hostile service may go. */
export interface AttemptLimits {
  readonly seconds: number;
  readonly requests: number;
  readonly timeoutMs: number;
  readonly only?: readonly string[];
}

const limits: AttemptLimits = { seconds: 20, requests: 400, timeoutMs: 2_000 };

/** The limits for a hostile service. One that shows harmful text does so in the evidence of a violation, so its rules are tried to their end. */
export const chooseLimits = ({ kind }: HostileService): AttemptLimits =>
  kind === 'shown' ? { ...limits, only: ['safety/get-does-not-change-*'] } : limits;

/** What came of an audit of a hostile service. */
export interface Attempt {
  readonly name: string;
  readonly exit: number | null;
  readonly signal: string | null;
  readonly ms: number;
  /** Greatest size of the process, in megabytes; nothing where it could not tell any more. */
  readonly megabytes: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly report: Report | undefined;
  /** What it wrote, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** How often the service was hostile, and how many requests went astray. */
  readonly shown: number;
  readonly foreign: number;
}

const preload = fileURLToPath(new URL('./report-memory.js', import.meta.url));
const viewFiles = ['report.json', 'junit.xml', 'report.md', 'report.txt'];

/** How long a process may outstay what it was given, before it is put to an end. */
export const graceMs = 30_000;

/** Audits a hostile service with the real command line, in a process and a folder of its own. */
export async function attemptAudit(
  { name, start }: HostileService,
  bin: string,
  bounds: AttemptLimits,
): Promise<Attempt> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  const service = await start();
  try {
    writeFileSync(join(folder, 'assay.json'), JSON.stringify({ limits: { timeoutMs: bounds.timeoutMs } }));
    const ended = await runProcess(bin, buildArguments(service.url, bounds), folder, bounds.seconds * 1000 + graceMs);
    const files = readViews(join(folder, 'reports'));
    const json = files['report.json'];
    const report = json === undefined ? undefined : (JSON.parse(json) as Report);
    return { name, ...ended, report, files, shown: service.countHostile(), foreign: service.countStrayConnections() };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const buildArguments = (url: string, { seconds, requests, only }: AttemptLimits): string[] => [
  ...['run', url, '--seed', '1', '--cases', '2', '--format', 'json,junit,markdown,console'],
  ...['--max-time', String(seconds), '--max-requests', String(requests)],
  ...(only === undefined ? [] : ['--only', ...only]),
];

const readViews = (folder: string): Record<string, string> =>
  Object.fromEntries(
    viewFiles
      .map((name) => [name, join(folder, name)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );

type ProcessResult = Pick<Attempt, 'exit' | 'signal' | 'ms' | 'megabytes' | 'stdout' | 'stderr'>;

function runProcess(bin: string, args: readonly string[], cwd: string, deadlineMs: number): Promise<ProcessResult> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', preload, bin, ...args], {
    ...{ cwd, env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  });
  const said = ['', '', '', ''];
  child.stdio.forEach((stream, index) => {
    if (stream && 'setEncoding' in stream) stream.setEncoding('utf8').on('data', (text) => (said[index] += text));
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  return new Promise((resolve) => {
    child.once('close', (exit, signal) => {
      clearTimeout(deadline);
      const [, stdout = '', stderr = '', size = ''] = said;
      const megabytes = size === '' ? undefined : Math.round(Number(size) / 1024);
      resolve({ exit, signal, ms: Math.round(performance.now() - begun), megabytes, stdout, stderr });
    });
  });
}
