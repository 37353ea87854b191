import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkWaivers } from '../../../audit/check-waivers.js';
import type { Consent } from '../../../audit/consent.js';
import type { AuditOptions } from '../../../audit/options.js';
import { audit } from '../../../audit.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Report } from '../../../model/result/report.js';
import type { LoadProfileOptions } from '../../../profile/load-options.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { checkGlobs } from '../../../rule-set/check-globs.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';
import { prepareOutputFolder } from '../../files/output-folder.js';
import { toAccessOptions } from '../../options/access-options.js';
import { checkFormats } from '../../options/check-formats.js';
import { readShard } from '../../options/read-shard.js';
import type { RunFlags } from '../../options/run-options.js';
import { startHangWatchdog } from '../../process/hang-watchdog.js';
import { limitHeapGrowth } from '../../process/heap-limit.js';
import { createInterruption } from '../../process/interruption.js';
import { collectUncaughtErrors } from '../../process/uncaught-errors.js';
import { followRun, type RunFollower } from '../../progress/follow-run.js';
import { createConsent } from './ask-consent.js';
import { describeRemains, keepLedger, printRemains } from './keep-ledger.js';
import { printReport } from './print-report.js';
import { checkBaselineFlags, resolveBaselineFile, updateKnownFailures } from './update-known-failures.js';
import { createWriteOutcome, type WriteOutcome, writeReports } from './write-reports.js';
import { writeSurvey } from './write-survey.js';

/** Loads a profile from file, flags and defaults. Throws ProfileError. */
export const loadRunProfile = (
  flags: RunFlags,
  baseUrl: string | undefined,
  more: Partial<LoadProfileOptions> = {},
): Promise<Profile> =>
  loadProfile({
    ...(baseUrl !== undefined && { baseUrl }),
    ...(flags.profile !== undefined && { file: flags.profile }),
    ...(flags.openapi !== undefined && { openapi: flags.openapi }),
    ...(flags.collection !== undefined && { collections: flags.collection }),
    ...(flags.permit !== undefined && { permit: flags.permit }),
    ...toAccessOptions(flags),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(flags.rules !== undefined && { ruleFolders: flags.rules }),
    ...(flags.cases !== undefined && { cases: flags.cases }),
    ...(flags.maxRequests !== undefined && { maxRequests: flags.maxRequests }),
    ...(flags.maxTime !== undefined && { maxSeconds: flags.maxTime }),
    ...(flags.maxLive !== undefined && { maxLive: flags.maxLive }),
    ...(flags.rate !== undefined && { rate: flags.rate }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...toWaiversOption(resolveBaselineFile(flags)),
    cwd: process.cwd(),
    env: process.env,
    ...more,
  });

const toWaiversOption = (waiversFile: string | undefined) => (waiversFile === undefined ? {} : { waiversFile });

/** Options of an audit in addition to profile and flags, and what to do with its report. */
export interface RunAuditOptions extends Partial<AuditOptions> {
  /** Changes the report before it is written and printed. */
  readonly transformReport?: (report: Report) => Report;
  /** Whether the caller prints the result itself. */
  readonly isSilent?: boolean;
}

/** Checks everything that needs no requests, audits, prints and writes the reports. Returns the exit code. */
export async function runAudit(profile: Profile, flags: RunFlags, more: RunAuditOptions = {}): Promise<number> {
  limitHeapGrowth();
  const stray = collectUncaughtErrors();
  const man = startHangWatchdog(resolveOutputFiles(flags.out).ledger);
  try {
    return await auditAndReport(profile, flags, { strays: stray.listTraces, trouble: stray.findStopReason, ...more });
  } finally {
    man.stop();
    stray.stop();
  }
}

async function auditAndReport(
  profile: Profile,
  flags: RunFlags,
  { transformReport, isSilent, ...more }: RunAuditOptions,
): Promise<number> {
  checkBaselineFlags(flags);
  const shard = readShard(flags);
  const ruleSet = await loadRuleSet(profile.ruleFolders);
  const { rules } = ruleSet;
  checkWaivers(profile.waivers, rules);
  checkGlobs(profile.only, flags.only ? '--only' : (profile.file ?? 'profile'), rules);
  checkFormats(flags.format);
  prepareOutputFolder(flags.out);
  const outcome = createWriteOutcome();
  keepLedger(flags.out, (line) => process.stderr.write(`${line}\n`));
  const following = followRun(profile, flags);
  const interruption = createInterruption({
    describeRemains: () => describeRemains(flags.out),
    write: following.writeLine,
    onInterrupted: following.markInterrupted,
  });
  try {
    const audited = await audit(profile, {
      ruleSet,
      seed: flags.seed ?? Math.floor(Math.random() * 0x7fffffff),
      strict: flags.strict ?? false,
      files: resolveOutputFiles(flags.out),
      ...(flags.baseline !== undefined && { baseline: flags.baseline }),
      signal: interruption.signal,
      consent: pauseForConsent(following, profile, flags, interruption.signal),
      ...following.hooks,
      onSeen: (seen) => outcome.attempt(() => writeSurvey(flags)(seen)),
      ...(shard && { shard }),
      ...more,
    });
    following.close();
    const report = applyBaselineUpdate(transformReport?.(audited) ?? audited, profile, flags, outcome);
    writeReports(report, flags, outcome);
    if (!isSilent) outcome.attempt(() => printReport(report, flags));
    outcome.attempt(() => printRemains(flags));
    return outcome.exit(report.gate.exit);
  } catch (error) {
    outcome.attempt(() => warnOfEarlierReport(flags.out));
    throw error;
  } finally {
    following.close();
    interruption.stop();
  }
}

/** Warns about an old report, so that it is not published as the result of this run. */
function warnOfEarlierReport(out: string): void {
  const { report } = resolveOutputFiles(out);
  if (existsSync(report)) process.stderr.write(`assay: no report was written; ${report} is from an earlier run\n`);
}

/** Returns the report with the gate after the update of known failures, if that was requested. */
function applyBaselineUpdate(report: Report, profile: Profile, flags: RunFlags, outcome: WriteOutcome): Report {
  const { baseline, baselineUpdate, out } = flags;
  let last = report;
  if (baselineUpdate && baseline !== undefined)
    outcome.attempt(() => {
      last = updateKnownFailures(report, profile, baseline, resolveOutputFiles(out).report);
    });
  return last;
}

/** Pauses the progress output while a question is asked. */
function pauseForConsent(
  { pauseDuring }: RunFollower,
  profile: Profile,
  flags: RunFlags,
  signal: AbortSignal,
): Consent | undefined {
  const consent = createConsent(profile, flags, { input: process.stdin, output: process.stderr, signal });
  return consent && ((foreseen) => pauseDuring(() => consent(foreseen)));
}

const resolveOutputFiles = (out: string) => ({
  tape: join(out, 'tape.ndjson'),
  ledger: join(out, 'ledger.ndjson'),
  report: join(out, 'report.json'),
});
