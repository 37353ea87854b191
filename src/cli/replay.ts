import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Report, Result } from '../verdict/index.js';
import { UsageError } from './trouble.js';

/** Flags of `assay replay`. */
interface ReplayFlags {
  readonly baseUrl?: string;
  readonly out: string;
  readonly header?: string[];
}

/** `assay replay`: one violation of a report again, on fresh resources. */
export function replayCommand(program: Command, end: (code: number) => void): void {
  program
    .command('replay')
    .description('try one violation of a report again: exit 1 when it is still there, 0 when it is gone')
    .argument('<report>', 'a report.json')
    .argument('[number]', 'number of the violation', '1')
    .option('--base-url <url>', 'another place where the service is')
    .option('--header <line...>', "field for every request, 'Name: value'")
    .option('--out <dir>', 'where the replay goes', 'reports/replay')
    .action(async (file: string, number: string, flags: ReplayFlags) => end(await replay(file, Number(number), flags)));
}

async function replay(file: string, number: number, flags: ReplayFlags): Promise<number> {
  const report = readReport(file);
  const result = violationIn(report, number, file);
  const { run } = report;
  const shared = {
    out: flags.out,
    format: ['json'],
    quiet: false,
    seed: report.seed,
    only: [result.rule],
    cases: run.cases,
    permit: run.permit,
    ...(run.profile && { profile: run.profile }),
    ...(run.openapi && { openapi: run.openapi }),
    ...(flags.header && { header: flags.header }),
  };
  const more = { subject: result.subject, ...(result.evidence?.path !== undefined && { path: result.evidence.path }) };
  if (run.demo && flags.baseUrl === undefined) {
    const { auditDemo } = await import('./demo.js');
    return auditDemo({ ...shared, ...run.demo, dialect: [...(run.demo.dialect ?? [])] }, more);
  }
  const { carryOut, profileFrom } = await import('./carry-out.js');
  return carryOut(await profileFrom(shared, flags.baseUrl ?? report.target.baseUrl), shared, more);
}

/** Reads a report. Throws UsageError for a file that is none, or was cut off. */
export function readReport(file: string): Report {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} is no report: ${(error as Error).message}`);
  }
  if (report.complete !== true || !Array.isArray(report.results))
    throw new UsageError(`${file} is no whole report of assay`);
  return report;
}

function violationIn({ results }: Report, number: number, file: string): Result {
  const violations = results.filter(({ verdict }) => verdict === 'violated');
  const found = violations[number - 1];
  if (found) return found;
  throw new UsageError(
    violations.length === 0
      ? `${file} holds no violation`
      : `${file} holds violations 1 to ${violations.length}, not ${number}`,
  );
}
