import type { Command } from 'commander';
import type { Report, Result } from '../verdict/index.js';
import { type AccessFlags, withAccessFlags } from './access-options.js';
import { wholeFrom } from './options.js';
import { readReport } from './read-report.js';
import { UsageError } from './trouble.js';

/** Flags of `assay replay`. */
interface ReplayFlags extends AccessFlags {
  readonly baseUrl?: string;
  readonly out: string;
}

/** `assay replay`: one violation of a report again, on fresh resources. */
export function replayCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('replay')
    .description('try one violation of a report again: exit 1 when it is still there, 0 when it is gone')
    .argument('<report>', 'a report.json')
    .argument('[number]', 'number of the violation', (text) => wholeFrom(1, 9999, text), 1)
    .option('--base-url <url>', 'another place where the service is')
    .option('--out <dir>', 'where the replay goes', 'reports/replay');
  withAccessFlags(command).action(async (file: string, number: number, flags: ReplayFlags) =>
    end(await replay(file, number, flags)),
  );
}

async function replay(file: string, number: number, { baseUrl, out, ...access }: ReplayFlags): Promise<number> {
  const report = readReport(file);
  const result = violationIn(report, number, file);
  const { run } = report;
  const shared = {
    out,
    format: ['json'],
    quiet: false,
    seed: report.seed,
    only: [result.rule],
    cases: run.cases,
    permit: run.permit,
    ...(run.profile && { profile: run.profile }),
    ...(run.openapi && { openapi: run.openapi }),
    ...(run.baseline && { baseline: run.baseline }),
    ...(run.ruleFolders && { rules: [...run.ruleFolders] }),
    ...access,
  };
  const more = { subject: result.subject, ...(result.evidence?.path !== undefined && { path: result.evidence.path }) };
  if (run.demo && baseUrl === undefined) {
    const { auditDemo } = await import('./demo.js');
    return auditDemo({ ...shared, ...run.demo, ...ways(run.demo) }, more);
  }
  const { carryOut, profileFrom } = await import('./carry-out.js');
  return carryOut(await profileFrom(shared, baseUrl ?? placeOf(report)), shared, more);
}

function violationIn({ results }: Report, number: number, file: string): Result {
  const violations = results.filter(({ verdict }) => verdict === 'violated');
  const found = violations[number - 1];
  if (found) return found;
  throw new UsageError(
    violations.length === 0
      ? `${file} holds no violation; there is nothing to try again`
      : `${file} holds violations 1 to ${violations.length}, not ${number}`,
  );
}

/** What the demo was started in, as flags have it. */
const ways = ({ dialect = [], world = [] }: NonNullable<Report['run']['demo']>) => ({
  dialect: [...dialect],
  world: [...world],
});

/** An address that holds a secret is not written down; the profile knows it. */
const placeOf = ({ target, run }: Report): string | undefined =>
  target.baseUrl.includes('${') && run.profile !== undefined ? undefined : target.baseUrl;
