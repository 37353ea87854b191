import { join } from 'node:path';
import type { StartedProcess } from '../../../limits/health.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { listFindings } from '../../../model/result/findings.js';
import type { Report, Result } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import type { ReplayComparison } from '../../../verdict/comparison/compare-replay.js';
import { findViolation } from '../../files/find-violation.js';
import { readReport } from '../../files/read-report.js';
import type { RunAuditOptions } from '../run/run-audit.js';
import type { ReplayChoices } from './replay-profile.js';

const replayOutcomes: readonly ReplayComparison['outcome'][] = ['still there', 'changed', 'undecided', 'gone'];

export interface ReplayFlags extends ReplayChoices {
  readonly out: string;
  readonly quiet?: boolean;
}

/** Receives the report of a replay, and what it says about the violation. */
type ReplayObserver = (again: Report, comparison: ReplayComparison) => void;

/** Checks violations of a report again, of a service that is started for it with --exec; returns the exit code. Throws UsageError. */
export async function replayViolations(
  file: string,
  number: number | undefined,
  flags: ReplayFlags,
  onReplayed?: ReplayObserver,
): Promise<number> {
  const report = readReport(file);
  const numbers = listNumbers(report, number, file);
  const replay = (started?: StartedProcess) => replayNumbers(report, numbers, flags, { started, onReplayed });
  if (flags.exec !== undefined) return replayWithService(report, flags, replay);
  try {
    return await replay();
  } catch (error) {
    throw await adviseOnUnreachable(error, flags);
  }
}

/** The service of a report may have been stopped since, as after `assay run --exec`. */
async function adviseOnUnreachable(error: unknown, { baseUrl }: ReplayFlags): Promise<unknown> {
  const { UnreachableError } = await import('../../../http/connectivity.js');
  if (!(error instanceof UnreachableError) || error.isThere || baseUrl !== undefined) return error;
  return new UnreachableError(
    `${error.message}; replay starts it with --exec COMMAND, or finds it with --base-url URL`,
  );
}

/** Starts the service at the base URL of the replay, and stops it at the end. Throws UsageError. */
async function replayWithService(
  report: Report,
  flags: ReplayFlags,
  go: (process: StartedProcess | undefined) => Promise<number>,
): Promise<number> {
  if (report.run.demo && flags.baseUrl === undefined)
    throw new UsageError('--exec: the report is of the demo, which replay starts itself; leave out --exec');
  const { loadReplayProfile } = await import('./replay-profile.js');
  const { runWithService } = await import('../../service/run-with-service.js');
  const shared = { format: ['json'], ...flags };
  const profile = await loadReplayProfile(report, shared, flags, { cwd: process.cwd(), env: process.env });
  // The run may have chosen a free port, and given it as PORT.
  return runWithService(profile, flags, { PORT: new URL(profile.baseUrl).port }, go);
}

async function replayNumbers(
  report: Report,
  numbers: readonly number[],
  flags: ReplayFlags,
  {
    started,
    onReplayed,
  }: { readonly started: StartedProcess | undefined; readonly onReplayed: ReplayObserver | undefined },
): Promise<number> {
  const own = { isSilent: numbers.length > 1 || flags.quiet === true, ...(started && { process: started }) };
  if (numbers.length === 1) return (await replayViolation(report, numbers[0] ?? 1, flags, own, onReplayed)).exit;
  const fates: ReplayComparison['outcome'][] = [];
  const exits: number[] = [];
  for (const each of numbers) {
    const { outcome, exit } = await replayViolation(
      report,
      each,
      { ...flags, out: join(flags.out, String(each)) },
      own,
    );
    exits.push(exit);
    if (outcome !== undefined) fates.push(outcome);
    if (exit > 1) break;
  }
  const exit = Math.max(...exits);
  process.stdout.write(`\n${renderReplayTally(fates, numbers.length)} (exit ${exit})\n`);
  return exit;
}

/** Returns the selected numbers of violations, as the report counts them. Throws UsageError. */
function listNumbers({ results }: Report, number: number | undefined, file: string): number[] {
  const findings = listFindings({ results });
  if (findings.length === 0) throw new UsageError(`${file} contains no violation; there is nothing to replay`);
  if (number === undefined) return findings.map((finding) => finding.number);
  findViolation({ results }, number, file);
  return [number];
}

async function replayViolation(
  report: Report,
  number: number,
  flags: ReplayFlags,
  own: RunAuditOptions,
  onReplayed?: ReplayObserver,
) {
  const { compareReplay, applyReplayGate } = await import('../../../verdict/comparison/compare-replay.js');
  const result = findViolation(report, number, 'the report');
  let comparison: ReplayComparison | undefined;
  const conclude = (again: Report): Report => {
    comparison = compareReplay(result, again);
    onReplayed?.(again, comparison);
    return applyReplayGate(again, comparison);
  };
  const exit = await rerunTrial(report, result, flags, { ...own, transformReport: conclude });
  const { outcome } = comparison ?? {};
  if (comparison !== undefined)
    process.stdout.write(`${own.isSilent ? '' : '\n'}${renderReplayLine(number, result, comparison)}\n`);
  return { outcome, exit };
}

async function rerunTrial(
  report: Report,
  result: Result,
  { out, quiet: _, ...said }: ReplayFlags,
  carrying: RunAuditOptions,
): Promise<number> {
  const { runAudit } = await import('../run/run-audit.js');
  const {
    loadReplayProfile: profileToReplay,
    refuseUnknownRule,
    refuseUnnamedProfile,
  } = await import('./replay-profile.js');
  const { run } = report;
  const { baseUrl, isAmbient: __, ...chosen } = said;
  const shared = {
    out,
    format: ['json'],
    quiet: carrying.isSilent === true,
    seed: report.seed,
    only: [result.rule],
    cases: run.cases,
    openapi: run.openapi,
    baseline: run.baseline,
    collection: run.collections && [...run.collections],
    guess: run.guess,
    ...chosen,
  };
  const { path, case: value } = result.evidence ?? {};
  const repeated = { ...(path !== undefined && { path }), ...(value !== undefined && { case: value }) };
  const more = { ...carrying, subject: result.subject, ...repeated };
  if (run.demo && baseUrl === undefined) {
    refuseUnnamedProfile(run, {}, said);
    await refuseUnknownRule(result, run, said.rules ?? []);
    const { auditDemo } = await import('../demo/demo.js');
    return auditDemo({ permit: run.permit, ...shared, ...run.demo }, more);
  }
  const profile = await profileToReplay(report, shared, said, { cwd: process.cwd(), env: process.env });
  await refuseUnknownRule(result, run, profile.ruleFolders);
  return runAudit(profile, shared, more);
}

const renderReplayLine = (
  number: number,
  { level, rule, subject }: Result,
  { outcome, explanation }: ReplayComparison,
): string => escapeControlCharacters(`${outcome}: ${number}. ${level} ${rule} [${subject}]: ${explanation}`);

/** Counts the outcomes, out of how many violations. */
function renderReplayTally(met: readonly ReplayComparison['outcome'][], of: number): string {
  const counts = replayOutcomes.map((outcome) => [met.filter((one) => one === outcome).length, outcome] as const);
  const said = counts.filter(([count]) => count > 0).map(([count, outcome]) => `${count} ${outcome}`);
  return [...said, ...(met.length < of ? [`${of - met.length} not checked again`] : [])].join(', ');
}
