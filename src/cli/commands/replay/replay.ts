import { join } from 'node:path';
import type { Command } from 'commander';
import type { Report, Result } from '../../../model/result/report.js';
import type { Replayed } from '../../../verdict/comparison/compare-replay.js';
import { violationIn } from '../../files/find-violation.js';
import { readReport } from '../../files/read-report.js';
import { withAccessFlags } from '../../options/access-options.js';
import { permitOption, rulesOption, wholeFrom } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';
import type { Carrying } from '../run/run-audit.js';
import { lineOf, tallyOf } from './describe-replay.js';
import type { Said } from './replay-profile.js';

/** Flags of `assay replay`. */
interface ReplayFlags extends Said {
  readonly out: string;
  readonly quiet?: boolean;
}

/** `assay replay`: violations of a report again, on fresh resources. */
export function replayCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('replay')
    .description('try a violation of a report again, or all of them: exit 0 when all are gone, 1 when not')
    .argument('<report>', 'a report.json')
    .argument('[number]', 'number of the violation; all of them, one after the other, when left out', (text) =>
      wholeFrom(1, 9999, text),
    )
    .option('--base-url <url>', 'another place where the service is')
    .option('--profile <file>', 'profile of the service, where it is not assay.yaml, assay.yml or assay.json here')
    .addOption(rulesOption())
    .addOption(permitOption('how far it may go; default: as the run on loopback, reads elsewhere'))
    .option('--yes', 'do not ask before the first write to a host that is not this machine')
    .option('--out <dir>', 'where the replay goes', 'reports/replay')
    .option('--quiet', 'print a line for each violation only');
  withAccessFlags(command).action(async (file: string, number: number | undefined, flags: ReplayFlags) =>
    end(await replay(file, number, { ...flags, isAmbient: isAmbient(command) })),
  );
}

async function replay(file: string, number: number | undefined, flags: ReplayFlags): Promise<number> {
  const report = readReport(file);
  const numbers = numbersIn(report, number, file);
  if (numbers.length === 1) return (await replayOne(report, numbers[0] ?? 1, flags, flags.quiet === true)).exit;
  const fates: Replayed['fate'][] = [];
  const exits: number[] = [];
  for (const each of numbers) {
    const { fate, exit } = await replayOne(report, each, { ...flags, out: join(flags.out, String(each)) }, true);
    exits.push(exit);
    if (fate !== undefined) fates.push(fate);
    if (exit > 1) break;
  }
  const exit = Math.max(...exits);
  process.stdout.write(`\n${tallyOf(fates, numbers.length)} (exit ${exit})\n`);
  return exit;
}

/** Numbers of the violations that are meant, as the report counts them. Throws UsageError. */
function numbersIn({ results }: Report, number: number | undefined, file: string): number[] {
  const count = results.filter(({ verdict }) => verdict === 'violated').length;
  if (count === 0) throw new UsageError(`${file} holds no violation; there is nothing to try again`);
  if (number === undefined) return Array.from({ length: count }, (_, at) => at + 1);
  violationIn({ results }, number, file);
  return [number];
}

/** How one replay ended; without a fate where it could not be begun. */
interface Ended {
  readonly fate: Replayed['fate'] | undefined;
  readonly exit: number;
}

async function replayOne(report: Report, number: number, flags: ReplayFlags, isBrief: boolean): Promise<Ended> {
  const { replayed, withFate } = await import('../../../verdict/comparison/compare-replay.js');
  const result = violationIn(report, number, 'the report');
  let came: Replayed | undefined;
  const conclude = (again: Report): Report => {
    came = replayed(result, again);
    return withFate(again, came);
  };
  const exit = await tryAgain(report, result, flags, { conclude, isMute: isBrief });
  const { fate } = came ?? {};
  if (came !== undefined) process.stdout.write(`${isBrief ? '' : '\n'}${lineOf(number, result, came)}\n`);
  return { fate, exit };
}

async function tryAgain(
  report: Report,
  result: Result,
  { out, quiet: _, ...said }: ReplayFlags,
  carrying: Carrying,
): Promise<number> {
  const { carryOut } = await import('../run/run-audit.js');
  const { profileToReplay, refuseStrange, refuseUnnamed } = await import('./replay-profile.js');
  const { run } = report;
  const { baseUrl, isAmbient: __, ...chosen } = said;
  const shared = {
    out,
    format: ['json'],
    quiet: carrying.isMute === true,
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
    return auditDemo({ permit: run.permit, ...shared, ...run.demo, ...ways(run.demo) }, more);
  }
  const profile = await profileToReplay(report, shared, said, { cwd: process.cwd(), env: process.env });
  await refuseStrange(result, run, profile.ruleFolders);
  return carryOut(profile, shared, more);
}

/** Whether variables that stand for flags bring credentials or a permission along. */
const isAmbient = (command: Command): boolean =>
  ['header', 'tokenEnv', 'authFile', 'cert', 'permit'].some((name) => command.getOptionValueSource(name) === 'env');

/** What the demo was started in, as flags have it. */
const ways = ({ dialect = [], world = [] }: NonNullable<Report['run']['demo']>) => ({
  dialect: [...dialect],
  world: [...world],
});
