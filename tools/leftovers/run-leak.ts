import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeObjects, writeDialectProfile } from '../../src/cli/commands/demo/demo-profile.js';
import type { Report } from '../../src/model/result/report.js';
import type { Leak, LeakyService } from './leak.js';
import { startLeakyService } from './leaky-service.js';
import { type Statement, stateFromCleanup, stateFromReport } from './statement.js';

/** How an audit of a leaky service is ended. */
export interface LeakRun {
  readonly leak: Leak;
  readonly seed: number;
  /** The signal that ends the audit, after so many unsafe requests; it runs to its end without one. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly afterWrites: number };
  /** Globs of rules. */
  readonly only?: readonly string[];
}

/** What the service counted, and what the run said. */
export interface LeakResult {
  readonly name: string;
  readonly seed: number;
  readonly signal?: string;
  /** Items of the run that the service has. */
  readonly counted: number;
  /** Those of them without a marker. */
  readonly unmarked: number;
  readonly stated: Statement;
  /** Entries that name the run and are no items of it. */
  readonly mentions: number;
  /** Files and streams that show a secret; the ledger may. */
  readonly exposed: readonly string[];
  /** Orders of other clients that were destroyed or changed. */
  readonly harmed: readonly string[];
  readonly writes: readonly string[];
  readonly exit: number | null;
  /** Error output, for the message of a failure. */
  readonly complaints: string;
}

const defaultRules = [
  'creation/*',
  'idempotency/*',
  'absence/*',
  'validation/malformed-json-answers-400',
  'validation/unsupported-method-answers-405',
  'validation/schema-violation-is-refused',
  'access/*',
];

/** Audits a leaky service with the built command line, and cleans up after a signal. */
export async function runLeak(run: LeakRun, bin: string): Promise<LeakResult> {
  const { leak, seed, signal, only = defaultRules } = run;
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const service = await startLeakyService(leak, seed);
  try {
    const profile = writeProfile(leak, folder);
    const args = ['run', service.url, '--profile', profile, '--seed', String(seed), '--cases', '3'];
    const audit = startCommand(bin, folder, [...args, ...only.flatMap((glob) => ['--only', glob])]);
    if (signal) service.onWrite(signal.afterWrites, () => void audit.child.kill(signal.name));
    const ended = await audit.ended;
    const isKilled = ended.signal !== null;
    const cleaned = isKilled && hasLedger(folder) ? await clean(bin, folder, profile) : undefined;
    const stated = cleaned ? stateFromCleanup(cleaned.stdout) : readReportStatement(folder);
    return {
      ...{ name: leak.name, seed, ...(signal && { signal: signal.name }), stated },
      counted: service.countOurs(),
      unmarked: service.countUnmarked(),
      mentions: service.countMentions(),
      exposed: listExposed(service.listSecrets(), folder, [ended, ...(cleaned ? [cleaned] : [])]),
      harmed: listHarmed(service, stated),
      writes: service.writes,
      exit: cleaned?.code ?? ended.code,
      complaints: ended.stderr + (cleaned?.stderr ?? ''),
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Orders of others that are harmed although neither the service destroyed them nor the report names them. */
const listHarmed = (service: LeakyService, { named }: Statement): string[] => [
  ...service.listDestroyed().filter((path) => !named.some((text) => text.includes(path))),
  ...service.listChanged(),
];

/** Where a secret is shown: what a command printed, and each file but the ledger and the profile. */
function listExposed(secrets: readonly string[], folder: string, ends: readonly CommandEnd[]): string[] {
  const reports = join(folder, 'reports');
  const files = existsSync(reports) ? readdirSync(reports).filter((name) => !name.startsWith('ledger')) : [];
  const texts = [
    ...ends.map(({ stdout, stderr }): [string, string] => ['the output', stdout + stderr]),
    ...files.map((name): [string, string] => [name, readFileSync(join(reports, name), 'utf8')]),
  ];
  return texts.filter(([, text]) => secrets.some((secret) => text.includes(secret))).map(([name]) => name);
}

const hasLedger = (folder: string): boolean => existsSync(join(folder, 'reports/ledger.ndjson'));

const clean = (bin: string, folder: string, profile: string) =>
  startCommand(bin, folder, ['clean', 'reports', '--profile', profile, '--format', 'json']).ended;

function readReportStatement(folder: string): Statement {
  const file = join(folder, 'reports/report.json');
  if (!existsSync(file)) return { certain: 0, possible: 0, mentions: 0, named: [] };
  return stateFromReport(JSON.parse(readFileSync(file, 'utf8')) as Report);
}

function writeProfile(leak: Leak, folder: string): string {
  const file = writeDialectProfile(leak.dialect ?? [], folder);
  const parts = [JSON.parse(readFileSync(file, 'utf8')), leak.profile ?? {}];
  writeFileSync(file, JSON.stringify(mergeObjects(parts)));
  return file;
}

interface CommandEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function startCommand(
  bin: string,
  cwd: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<CommandEnd> } {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), XDG_STATE_HOME: cwd },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<CommandEnd>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  );
  return { child, ended };
}
