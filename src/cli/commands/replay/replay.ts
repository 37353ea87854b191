import { join } from 'node:path';
import type { Command } from 'commander';
import type { Report, Result } from '../../../model/result/report.js';
import type { ReplayComparison } from '../../../verdict/comparison/compare-replay.js';
import { findViolation } from '../../files/find-violation.js';
import { readReport } from '../../files/read-report.js';
import { addAccessFlags } from '../../options/access-options.js';
import { createPermitOption, createRulesOption, parseWholeNumber } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';
import type { RunAuditOptions } from '../run/run-audit.js';
import { renderReplayLine, renderReplayTally } from './describe-replay.js';
import type { ReplayChoices } from './replay-profile.js';

/** Flags of `assay replay`. */
interface ReplayFlags extends ReplayChoices {
  readonly out: string;
  readonly quiet?: boolean;
}

/** `assay replay`: checks violations of a report again, on fresh items. */
export function addReplayCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('replay')
    .description('check one violation of a report again, or all; exit 0 if all are gone, else 1')
    .argument('<report>', 'a report.json')
    .argument('[number]', 'number of the violation (default: all, one after the other)', (text) =>
      parseWholeNumber(1, 9999, text),
    )
    .option('--base-url <url>', 'base URL of the service, if not that of the report')
    .option('--profile <file>', 'profile of the service, if not assay.yaml, assay.yml or assay.json here')
    .addOption(createRulesOption())
    .addOption(createPermitOption('what it may send; default: as the run on loopback, reads elsewhere'))
    .option('--yes', 'do not ask before the first write to a host other than this machine')
    .option('--out <dir>', 'folder for the replay', 'reports/replay')
    .option('--quiet', 'print one line per violation only');
  addAccessFlags(command).action(async (file: string, number: number | undefined, flags: ReplayFlags) =>
    end(await replayViolations(file, number, { ...flags, isAmbient: hasAmbientFlags(command) })),
  );
}

async function replayViolations(file: string, number: number | undefined, flags: ReplayFlags): Promise<number> {
  const report = readReport(file);
  const numbers = listNumbers(report, number, file);
  if (numbers.length === 1) return (await replayViolation(report, numbers[0] ?? 1, flags, flags.quiet === true)).exit;
  const fates: ReplayComparison['outcome'][] = [];
  const exits: number[] = [];
  for (const each of numbers) {
    const { fate, exit } = await replayViolation(report, each, { ...flags, out: join(flags.out, String(each)) }, true);
    exits.push(exit);
    if (fate !== undefined) fates.push(fate);
    if (exit > 1) break;
  }
  const exit = Math.max(...exits);
  process.stdout.write(`\n${renderReplayTally(fates, numbers.length)} (exit ${exit})\n`);
  return exit;
}

/** Returns the selected numbers of violations, as the report counts them. Throws UsageError. */
function listNumbers({ results }: Report, number: number | undefined, file: string): number[] {
  const count = results.filter(({ verdict }) => verdict === 'violated').length;
  if (count === 0) throw new UsageError(`${file} contains no violation; there is nothing to replay`);
  if (number === undefined) return Array.from({ length: count }, (_, at) => at + 1);
  findViolation({ results }, number, file);
  return [number];
}

/** The end of one replay; without an outcome if it could not start. */
interface ReplayOutcome {
  readonly fate: ReplayComparison['outcome'] | undefined;
  readonly exit: number;
}

async function replayViolation(
  report: Report,
  number: number,
  flags: ReplayFlags,
  isBrief: boolean,
): Promise<ReplayOutcome> {
  const { compareReplay: replayed, applyReplayGate: withFate } = await import(
    '../../../verdict/comparison/compare-replay.js'
  );
  const result = findViolation(report, number, 'the report');
  let came: ReplayComparison | undefined;
  const conclude = (again: Report): Report => {
    came = replayed(result, again);
    return withFate(again, came);
  };
  const exit = await rerunTrial(report, result, flags, { transformReport: conclude, isSilent: isBrief });
  const { outcome } = came ?? {};
  if (came !== undefined) process.stdout.write(`${isBrief ? '' : '\n'}${renderReplayLine(number, result, came)}\n`);
  return { fate: outcome, exit };
}

async function rerunTrial(
  report: Report,
  result: Result,
  { out, quiet: _, ...said }: ReplayFlags,
  carrying: RunAuditOptions,
): Promise<number> {
  const { runAudit: carryOut } = await import('../run/run-audit.js');
  const {
    loadReplayProfile: profileToReplay,
    refuseUnknownRule: refuseStrange,
    refuseUnnamedProfile: refuseUnnamed,
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
    ...(run.openapi && { openapi: run.openapi }),
    ...(run.baseline && { baseline: run.baseline }),
    ...(run.collections && { collection: [...run.collections] }),
    ...chosen,
  };
  const path = result.evidence?.path;
  const more = { ...carrying, subject: result.subject, ...(path !== undefined && { path }) };
  if (run.demo && baseUrl === undefined) {
    refuseUnnamed(run, {}, said);
    await refuseStrange(result, run, said.rules ?? []);
    const { auditDemo } = await import('../demo/demo.js');
    return auditDemo({ permit: run.permit, ...shared, ...run.demo, ...toDemoFlags(run.demo) }, more);
  }
  const profile = await profileToReplay(report, shared, said, { cwd: process.cwd(), env: process.env });
  await refuseStrange(result, run, profile.ruleFolders);
  return carryOut(profile, shared, more);
}

/** Whether environment variables provide credentials or a permission. */
const hasAmbientFlags = (command: Command): boolean =>
  ['header', 'tokenEnv', 'authFile', 'cert', 'permit'].some((name) => command.getOptionValueSource(name) === 'env');

/** The flags with which the demo was started. */
const toDemoFlags = ({ dialect = [], world = [] }: NonNullable<Report['run']['demo']>) => ({
  dialect: [...dialect],
  world: [...world],
});
