import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkWaivers } from '../../../audit/check-waivers.js';
import type { Consent } from '../../../audit/consent.js';
import type { AuditOptions } from '../../../audit/options.js';
import { audit } from '../../../audit.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Report } from '../../../model/result/report.js';
import type { AimOptions } from '../../../profile/load-options.js';
import { aim } from '../../../profile/load-profile.js';
import { checkGlobs } from '../../../rule-set/check-globs.js';
import { readLaw } from '../../../rule-set/load-rule-set.js';
import { openFolder } from '../../files/output-folder.js';
import { accessIn } from '../../options/access-options.js';
import { checkFormats } from '../../options/check-formats.js';
import { sharingFrom } from '../../options/read-shard.js';
import type { RunFlags } from '../../options/run-options.js';
import { watchman } from '../../process/hang-watchdog.js';
import { spareMemory } from '../../process/heap-limit.js';
import { interruptible } from '../../process/interruption.js';
import { strays } from '../../process/uncaught-errors.js';
import { type Following, follow } from '../../progress/follow-run.js';
import { consentFor } from './ask-consent.js';
import { keepLedger, remainsLine, tellRemains } from './keep-ledger.js';
import { show } from './print-report.js';
import { baselineToRead, checkBaselineFlags, updateBaseline } from './update-known-failures.js';
import { type Delivery, delivery, writeAll } from './write-reports.js';
import { writeSurvey } from './write-survey.js';

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
    ...(flags.collection !== undefined && { collections: flags.collection }),
    ...(flags.permit !== undefined && { permit: flags.permit }),
    ...accessIn(flags),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(flags.rules !== undefined && { ruleFolders: flags.rules }),
    ...(flags.cases !== undefined && { cases: flags.cases }),
    ...(flags.maxRequests !== undefined && { maxRequests: flags.maxRequests }),
    ...(flags.maxTime !== undefined && { maxSeconds: flags.maxTime }),
    ...(flags.maxLive !== undefined && { maxLive: flags.maxLive }),
    ...(flags.rate !== undefined && { rate: flags.rate }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...waiversFileOf(baselineToRead(flags)),
    cwd: process.cwd(),
    env: process.env,
    ...more,
  });

const waiversFileOf = (waiversFile: string | undefined) => (waiversFile === undefined ? {} : { waiversFile });

/** What an audit is told beside profile and flags, and what is made of its report. */
export interface Carrying extends Partial<AuditOptions> {
  /** Makes another report of that of the audit, before it is written and shown. */
  readonly conclude?: (report: Report) => Report;
  /** Whether somebody else tells what came of it. */
  readonly isMute?: boolean;
}

/** Checks what can be checked before any traffic, audits, prints, writes the reports. Gives the exit code. */
export async function carryOut(profile: Profile, flags: RunFlags, more: Carrying = {}): Promise<number> {
  spareMemory();
  const stray = strays();
  const man = watchman(filesIn(flags.out).ledger);
  try {
    return await carry(profile, flags, { strays: stray.traces, trouble: stray.trouble, ...more });
  } finally {
    man.dismiss();
    stray.done();
  }
}

async function carry(profile: Profile, flags: RunFlags, { conclude, isMute, ...more }: Carrying): Promise<number> {
  checkBaselineFlags(flags);
  const shard = sharingFrom(flags);
  const { rules } = await readLaw(profile.ruleFolders);
  checkWaivers(profile.waivers, rules);
  checkGlobs(profile.only, flags.only ? '--only' : (profile.file ?? 'profile'), rules);
  checkFormats(flags.format);
  openFolder(flags.out);
  const outcome = delivery();
  keepLedger(flags.out, (line) => process.stderr.write(`${line}\n`));
  const following = follow(profile, flags);
  const interruption = interruptible({ last: () => remainsLine(flags.out), ...following });
  try {
    const audited = await audit(profile, {
      seed: flags.seed ?? Math.floor(Math.random() * 0x7fffffff),
      strict: flags.strict ?? false,
      files: filesIn(flags.out),
      ...(flags.baseline !== undefined && { baseline: flags.baseline }),
      signal: interruption.signal,
      consent: asking(following, profile, flags, interruption.signal),
      ...following.hooks,
      onSeen: (seen) => outcome.attempt(() => writeSurvey(flags)(seen)),
      ...(shard && { shard }),
      ...more,
    });
    following.close();
    const report = concluded(conclude?.(audited) ?? audited, profile, flags, outcome);
    writeAll(report, flags, outcome);
    if (!isMute) outcome.attempt(() => show(report, flags));
    outcome.attempt(() => tellRemains(flags));
    return outcome.exit(report.gate.exit);
  } catch (error) {
    outcome.attempt(() => tellOfEarlier(flags.out));
    throw error;
  } finally {
    following.close();
    interruption.done();
  }
}

/** Whoever publishes what stands in the folder must not take it for what came of this run. */
function tellOfEarlier(out: string): void {
  const { report } = filesIn(out);
  if (existsSync(report)) process.stderr.write(`assay: no report was written; ${report} is that of an earlier run\n`);
}

/** The report with the gate as it stands once the known failures are brought up to date, where that was asked for. */
function concluded(report: Report, profile: Profile, flags: RunFlags, outcome: Delivery): Report {
  const { baseline, baselineUpdate, out } = flags;
  let last = report;
  if (baselineUpdate && baseline !== undefined)
    outcome.attempt(() => {
      last = updateBaseline(report, profile, baseline, filesIn(out).report);
    });
  return last;
}

/** Whoever is asked has the terminal to himself. */
function asking({ aside }: Following, profile: Profile, flags: RunFlags, signal: AbortSignal): Consent | undefined {
  const consent = consentFor(profile, flags, { input: process.stdin, output: process.stderr, signal });
  return consent && ((foreseen) => aside(() => consent(foreseen)));
}

const filesIn = (out: string) => ({
  tape: join(out, 'tape.ndjson'),
  ledger: join(out, 'ledger.ndjson'),
  report: join(out, 'report.json'),
});
