import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Demo, type DemoOptions, startDemo } from '../../src/demo/start-demo.js';
import type { Report } from '../../src/model/result/report.js';

/** How a command ended, and what it said. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
  /** What it wrote on standard error so far. */
  complaints(): string;
}

/** The command line as it is installed. */
export const binPath = process.env.ASSAY_BIN ?? fileURLToPath(new URL('../../bin/assay.js', import.meta.url));

/** Runs the built command line in a folder, as a shell would; nothing of this process' settings reaches it but PATH. Three cases a
 * check are enough for what these tests look at; a test that needs more says `--cases`. */
export function startAssay(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const child = spawn(process.execPath, [binPath, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ASSAY_CASES: '3', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<CommandResult>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  );
  return { child, ended, complaints: () => stderr };
}

/** Runs a command to its end. */
export const runAssay = (
  cwd: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<CommandResult> => startAssay(cwd, args, env).ended;

/** A folder with these files, gone when the test is over. */
export function createTestFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The report that a run left behind. */
export const readRunReport = (cwd: string, file = 'reports/report.json'): Report =>
  JSON.parse(readFileSync(join(cwd, file), 'utf8'));

/** Whether a run left a report behind. */
export const hasReport = (cwd: string): boolean => existsSync(join(cwd, 'reports/report.json'));

/** A demo that is closed when the test is over. */
export async function startDemoService(options: DemoOptions = {}): Promise<Demo> {
  const demo = await startDemo(options);
  onTestFinished(() => demo.close());
  return demo;
}
