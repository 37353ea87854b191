import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../repository-root.js';
import { startProcess } from '../start-process.js';
import { startNeighbour } from './neighbour.js';
import type { AuditCase, AuditResult } from './result.js';

/** Starts a service with a fault, or as it is if `faultName` is left out, and audits it with the command line, by all rules or those of `only`. */
export async function auditCase(
  which: AuditCase,
  faultName: string | undefined,
  only: readonly string[] = [],
): Promise<AuditResult> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-fault-'));
  const names = [which.service, ...(faultName === undefined ? [] : [faultName])];
  const running = await startProcess(process.execPath, ['field/faulty/run.mjs', ...names]);
  const neighbour = which.hasNeighbour
    ? startNeighbour(which.service, running.url, readCredential(which.service))
    : undefined;
  try {
    const message = await runCommand([
      ...['run', running.url, '--seed', String(which.seed), '--out', folder, '--format', 'json', '--yes'],
      ...chooseInput(which),
      ...(only.length > 0 ? ['--only', ...only] : []),
    ]);
    await neighbour?.stop();
    return { ...which, ...readReport(join(folder, 'report.json'), message) };
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const locateProfile = (service: string): string => join(repositoryRoot, 'field', service, 'profile.yaml');

/** Whether a service has a profile; one without needs no credentials, and is audited from its document alone. */
export const hasProfile = (service: string): boolean => existsSync(locateProfile(service));

/** The profile, or the credential that it has for the caller with all permissions. */
function chooseInput({ service, mode }: AuditCase): readonly string[] {
  if (mode === 'profile') return ['--profile', locateProfile(service)];
  return hasProfile(service) ? ['--header', readCredential(service).join(': ')] : [];
}

/** The header field of the caller with all permissions. */
export function readCredential(service: string): readonly [name: string, value: string] {
  const { full } = parse(readFileSync(locateProfile(service), 'utf8')).auth.credentials;
  return typeof full === 'string' ? ['Authorization', `Bearer ${full}`] : [full.header, full.value];
}

/** Runs the command line in a folder without a profile; resolves with what it wrote to standard error. */
function runCommand(args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    const command = [join(repositoryRoot, 'bin/assay.js'), ...args];
    execFile(process.execPath, command, { cwd: tmpdir(), maxBuffer: 2 ** 26 }, (_error, _stdout, stderr) =>
      done(stderr),
    );
  });
}

function readReport(file: string, message: string): Pick<AuditResult, 'violated' | 'requests' | 'seconds' | 'error'> {
  if (!existsSync(file)) return { violated: [], requests: 0, seconds: 0, error: message.trim() || 'no report' };
  const { results, requests, durationMs } = JSON.parse(readFileSync(file, 'utf8')) as {
    results: { rule: string; verdict: string; why?: string }[];
    requests: number;
    durationMs: number;
  };
  const violated = results.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule);
  const errored = results.filter(({ verdict }) => verdict === 'errored').map(({ rule, why }) => `${rule}: ${why}`);
  return {
    ...{ violated: [...new Set(violated)].sort(), requests, seconds: Math.round(durationMs / 1000) },
    ...(errored.length > 0 && { error: errored.join('\n') }),
  };
}
