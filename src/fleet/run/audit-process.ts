import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPrivateFile } from '../../http/private-file.js';
import type { FleetTarget } from '../file/fleet.js';
import type { ResolvedTarget } from '../file/resolve-target.js';

/** Variables that only the commands of fleets read; the address of a queue can contain a password. */
const fleetVariables = ['ASSAY_QUEUE', 'ASSAY_INDEX', 'ASSAY_OF', 'ASSAY_TARGET', 'ASSAY_GROUP'];

/** The command line of the package. */
const program = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));

/** How a command of assay in a process of its own ended. */
export interface ChildEnd {
  /** Undefined if a signal ended it. */
  readonly exit: number | undefined;
}

/** How a command is run in a process of its own. */
export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** File to which its output is appended. */
  readonly log: string;
  /** Interrupts it: created items are removed, and the report is written. */
  readonly signal: AbortSignal;
  readonly onStart?: (pid: number) => void;
}

/**
 * Runs a command of assay in a process and process group of its own: Ctrl-C in the terminal reaches this process only,
 * which interrupts the child once. If this process ends without that, the child notices it by the closed channel, and
 * interrupts itself.
 */
export async function runChild(args: readonly string[], options: ChildOptions): Promise<ChildEnd> {
  const { env, log, signal, onStart } = options;
  const output = openPrivateFile(log, 'a');
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ['ignore', output, output, 'ipc'],
    env,
    detached: true,
  });
  closeSync(output);
  const interrupt = () => void child.kill('SIGINT');
  try {
    return await new Promise<ChildEnd>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve({ exit: code ?? undefined }));
      if (child.pid !== undefined) onStart?.(child.pid);
      if (signal.aborted) interrupt();
      signal.addEventListener('abort', interrupt, { once: true });
    });
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** The formats of the report of each target. The fleet report is built from JSON, and links to HTML. */
export const listFormats = (formats: readonly string[] = ['html']): string[] => [...new Set(['json', ...formats])];

/** The arguments of `assay run` for a target. Nothing in them is a credential: other users can read them. */
export function listRunArguments(target: FleetTarget, out: string, formats: readonly string[]): string[] {
  const { seed, cases, maxRequests, maxSeconds, concurrency } = target;
  const numbers = { seed, cases, 'max-requests': maxRequests, 'max-time': maxSeconds, concurrency };
  const { permit, baseline, rate, openapi, failOn } = target;
  const texts = { permit, baseline, rate, openapi, 'fail-on': failOn?.join(',') };
  return [
    'run',
    '--quiet',
    '--yes',
    '--out',
    out,
    '--format',
    formats.join(','),
    ...listAccessArguments(target),
    ...Object.entries({ ...texts, ...numbers }).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}=${value}`],
    ),
    ...(target.strict ? ['--strict'] : []),
    ...(target.collections ?? []).map((path) => `--collection=${path}`),
    ...(target.only ?? []).map((glob) => `--only=${glob}`),
    ...(target.except ?? []).map((glob) => `--except=${glob}`),
    ...(target.rules ?? []).map((folder) => `--rules=${folder}`),
  ];
}

export const listCleanArguments = (target: FleetTarget, out: string): string[] => [
  'clean',
  out,
  ...listAccessArguments(target),
];

const listAccessArguments = ({ profile, tokenEnv, authFile }: FleetTarget): string[] =>
  Object.entries({ profile, 'token-env': tokenEnv, 'auth-file': authFile }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}=${value}`],
  );

/** The variables of an audit: those of this process, and those of the profile by their names there. */
export function buildAuditEnvironment({ url, variables }: ResolvedTarget, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...env, ...variables };
  for (const name of [...fleetVariables, 'ASSAY_BASE_URL']) delete own[name];
  return url === undefined ? own : { ...own, ASSAY_BASE_URL: url };
}
