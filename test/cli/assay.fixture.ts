import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Demo, type DemoOptions, startDemo } from '../../src/demo/start-demo.js';
import type { Report } from '../../src/model/result/report.js';
import { type CommandResult, runInCommandServer } from './command-server.fixture.js';

export type { CommandResult };

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
  /** What it wrote on standard error so far. */
  complaints(): string;
}

/** The command line as it is built. */
const builtBin = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));

/** The command line as it is installed. */
export const binPath = process.env.ASSAY_BIN ?? builtBin;

/** Variables of a command: nothing of this process' settings reaches it but PATH. Three cases a check are enough for what these
 * tests look at; a test that needs more says `--cases`. */
const createEnv = (cwd: string, env: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH,
  ASSAY_CASES: '3',
  XDG_STATE_HOME: join(cwd, '.state'),
  ...env,
});

/** Runs the built command line in a folder, as a shell would, in a process of its own. */
export function startAssay(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const child = spawn(process.execPath, [binPath, ...args], {
    cwd,
    env: createEnv(cwd, env),
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

/** Runs a command to its end, in a process of its own: for tests of the process itself, and of what ends with it. */
export const runAssayProcess = (
  cwd: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<CommandResult> => startAssay(cwd, args, env).ended;

/** Variables that Node reads when it starts. */
const startVariables = /^(NODE_|LANG$|LC_|TZ$|SSL_)/;

/**
 * Runs a command to its end, in a process that has run commands of other tests before: a new process would take several
 * times the processor time of most commands. The command sees the same folder, variables, arguments and streams.
 */
export const runAssay = (
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  binPath !== builtBin || Object.keys(env).some((name) => startVariables.test(name))
    ? runAssayProcess(cwd, args, env)
    : runInCommandServer({ cwd, args, env: createEnv(cwd, env), bin: builtBin });

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
