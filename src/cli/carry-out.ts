import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditOptions, audit } from '../audit.js';
import { readCatalogue } from '../catalogue.js';
import { isMeant } from '../plan/index.js';
import { formats, isFormat, render } from '../report/index.js';
import { type AimOptions, aim, type Profile } from '../target/index.js';
import type { Report } from '../verdict/index.js';
import type { RunFlags } from './options.js';
import { UsageError } from './trouble.js';

/** From flags to a profile: file, flags and defaults merged. Throws ProfileError. */
export const profileFrom = (
  flags: RunFlags,
  baseUrl: string | undefined,
  more: Partial<AimOptions> = {},
): Promise<Profile> =>
  aim({
    ...(baseUrl !== undefined && { baseUrl }),
    ...(flags.profile !== undefined && { file: flags.profile }),
    ...(flags.openapi !== undefined && { openapi: flags.openapi }),
    ...(flags.permit !== undefined && { permit: flags.permit }),
    ...(flags.header !== undefined && { headers: flags.header }),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(flags.cases !== undefined && { cases: flags.cases }),
    ...(flags.maxRequests !== undefined && { maxRequests: flags.maxRequests }),
    ...(flags.maxTime !== undefined && { maxSeconds: flags.maxTime }),
    ...(flags.rate !== undefined && { rate: flags.rate }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...(flags.baseline !== undefined && { waiversFile: flags.baseline }),
    cwd: process.cwd(),
    env: process.env,
    ...more,
  });

/** Checks what can be checked before any traffic, audits, writes the reports, prints. Gives the exit code. */
export async function carryOut(profile: Profile, flags: RunFlags, more: Partial<AuditOptions> = {}): Promise<number> {
  await checkGlobs(profile.only);
  checkFormats(flags.format);
  openFolder(flags.out);
  const files = {
    tape: join(flags.out, 'tape.ndjson'),
    ledger: join(flags.out, 'ledger.ndjson'),
    report: join(flags.out, 'report.json'),
  };
  const interruption = interruptible();
  try {
    const report = await audit(profile, {
      seed: flags.seed ?? Math.floor(Math.random() * 0x7fffffff),
      strict: flags.strict ?? false,
      files,
      ...(flags.baseline !== undefined && { baseline: flags.baseline }),
      signal: interruption.signal,
      onOutcome: progress(flags),
      ...more,
    });
    writeAll(report, flags);
    show(report, flags);
    return report.gate.exit;
  } finally {
    interruption.done();
  }
}

async function checkGlobs(globs: readonly string[]): Promise<void> {
  if (globs.length === 0) return;
  const rules = await readCatalogue();
  for (const glob of globs) {
    if (rules.some(({ id, rule }) => isMeant(glob, id, rule.clause))) continue;
    const near = rules
      .map(({ id }) => id)
      .filter((id) => id.includes(glob.split('/').at(-1)?.replaceAll('*', '') ?? glob));
    const hint = near.length > 0 ? `; did you mean ${near.slice(0, 3).join(', ')}?` : '; assay rules lists them';
    throw new UsageError(`no rule is called ${glob}${hint}`);
  }
}

function checkFormats(wanted: readonly string[]): void {
  const unknown = wanted.find((format) => !isFormat(format));
  if (unknown !== undefined)
    throw new UsageError(`unknown format ${unknown}; known are ${Object.keys(formats).join(', ')}`);
}

/** Makes the folder for reports, and makes sure that it can be written to. Throws UsageError. */
export function openFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    writeFileSync(join(folder, 'tape.ndjson'), '', { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`cannot write to --out ${folder}: ${(error as Error).message}`);
  }
}

function writeAll(report: Report, flags: RunFlags): void {
  for (const format of new Set(['json', ...flags.format])) {
    if (isFormat(format)) writeFileSync(join(flags.out, formats[format]), render(report, format), { mode: 0o600 });
  }
}

function show(report: Report, flags: RunFlags): void {
  const { columns, isTTY } = process.stdout;
  const text = render(report, 'console', { color: Boolean(isTTY) && !process.env.NO_COLOR, width: columns ?? 120 });
  const last = text.trimEnd().split('\n').slice(-1);
  process.stdout.write(`${flags.quiet ? last.join('\n') : text.trimEnd()}\n`);
  if (!flags.quiet) process.stdout.write(`\nReport: ${join(flags.out, 'report.json')}\n`);
}

/** A line for each outcome on a terminal's standard error; nothing where nobody watches. */
function progress(flags: RunFlags): AuditOptions['onOutcome'] {
  if (flags.quiet || !process.stderr.isTTY) return undefined;
  return ({ trial, verdict }, done, of) => {
    process.stderr.write(
      `\r\x1b[K${done === of ? '' : `[${done}/${of}] ${verdict} ${trial.rule} [${trial.subject.name}]`}`,
    );
  };
}

/** The first interruption ends the run in order, with cleanup and report; the second one ends the process. */
function interruptible(): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write('\nassay: interrupted; cleaning up what was made (once more to stop at once)\n');
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    done: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
