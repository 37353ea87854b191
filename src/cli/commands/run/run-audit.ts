import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkWaivers } from '../../../audit/check-waivers.js';
import type { Consent } from '../../../audit/consent.js';
import type { AuditOptions } from '../../../audit/options.js';
import { audit } from '../../../audit.js';
import type { Profile } from '../../../model/profile/profile.js';
import { choosePolicy } from '../../../model/result/gate-policy.js';
import type { Report } from '../../../model/result/report.js';
import { shortenPath } from '../../../model/values/shorten-path.js';
import { DocumentError } from '../../../openapi/document-error.js';
import { checkProfileGlobs } from '../../../rule-set/check-globs.js';
import { loadRuleSet, type RuleSet } from '../../../rule-set/load-rule-set.js';
import { createWriteOutcome, type WriteOutcome } from '../../exit-code.js';
import { prepareOutputFolder, suggestGitignore } from '../../files/output-folder.js';
import { checkFormats } from '../../options/check-formats.js';
import { readShard } from '../../options/read-shard.js';
import type { RunFlags } from '../../options/run-options.js';
import { startHangWatchdog } from '../../process/hang-watchdog.js';
import { createInterruption } from '../../process/interruption.js';
import { tuneEngine } from '../../process/tune-engine.js';
import { collectUncaughtErrors } from '../../process/uncaught-errors.js';
import { followRun, type RunFollower } from '../../progress/follow-run.js';
import { createConsent } from './ask-consent.js';
import { checkBaselineFlags } from './baseline-flags.js';
import { loadCustomReporters } from './custom-reporters.js';
import { describeRemains, keepLedger } from './keep-ledger.js';
import { divertOutput, type StandardOutput } from './standard-output.js';
import { writeSurvey } from './write-survey.js';

export interface RunAuditOptions extends Partial<AuditOptions> {
  readonly transformReport?: (report: Report) => Report;
  /** Whether the caller prints the result itself. */
  readonly isSilent?: boolean;
}

/** Checks everything that needs no requests, audits, prints and writes the reports. Returns the exit code. */
export async function runAudit(profile: Profile, given: RunFlags, more: RunAuditOptions = {}): Promise<number> {
  const { flags, output } = divertOutput(given);
  tuneEngine();
  const uncaught = collectUncaughtErrors();
  const watchdog = startHangWatchdog(resolveOutputFiles(flags.out).ledger);
  try {
    return await auditAndReport(profile, flags, {
      uncaught: uncaught.listTraces,
      trouble: uncaught.findStopReason,
      output,
      ...more,
    });
  } finally {
    watchdog.stop();
    uncaught.stop();
  }
}

async function auditAndReport(
  profile: Profile,
  flags: RunFlags,
  {
    transformReport,
    isSilent = false,
    output,
    ...more
  }: RunAuditOptions & { readonly output: StandardOutput | undefined },
): Promise<number> {
  const shard = readShard(flags);
  const ruleSet = await loadCheckedRules(profile, flags);
  const custom = await loadCustomReporters(flags.format);
  offerToIgnore(flags);
  prepareOutputFolder(flags.out);
  const outcome = createWriteOutcome();
  keepLedger(flags.out, (line) => process.stderr.write(`${line}\n`));
  const following = startProgress(profile, flags, transformReport !== undefined);
  const interruption = createInterruption({
    describeRemains: () => describeRemains(flags.out),
    write: following.writeLine,
    onInterrupted: following.markInterrupted,
  });
  try {
    const audited = await audit(profile, {
      ruleSet,
      seed: flags.seed ?? Math.floor(Math.random() * 0x7fffffff),
      ...pickGateOptions(flags),
      acknowledged: flags.acknowledge,
      stateFolder: process.env.XDG_STATE_HOME,
      files: resolveOutputFiles(flags.out),
      baseline: flags.baseline,
      signal: interruption.signal,
      consent: pauseForConsent(following, profile, flags, interruption.signal),
      ...joinHooks(following, output),
      onSeen: (seen) => outcome.attempt(() => writeSurvey(flags)(seen)),
      shard,
      ...more,
    });
    following.close();
    const report = await applyBaselineUpdate(transformReport?.(audited) ?? audited, profile, flags, outcome);
    const { outputReport } = await import('./output-report.js');
    outputReport(report, flags, { outcome, custom, output, isSilent });
    return outcome.exit(report.gate.exit);
  } catch (error) {
    outcome.attempt(() => warnOfEarlierReport(flags.out));
    throw error;
  } finally {
    following.close();
    interruption.stop();
  }
}

const startProgress = (profile: Profile, flags: RunFlags, changesReport: boolean): RunFollower =>
  followRun(
    profile,
    flags,
    changesReport || flags.baselineUpdate ? undefined : choosePolicy(pickGateOptions(flags), profile),
  );

/** The progress output and standard output both receive each result. */
const joinHooks = ({ hooks }: RunFollower, output: StandardOutput | undefined): RunFollower['hooks'] => ({
  ...hooks,
  onResult(...known) {
    hooks.onResult(...known);
    output?.onResult?.(...known);
  },
});

const pickGateOptions = ({
  strict = false,
  failOn,
  bail,
  acceptIncomplete = [],
}: RunFlags): Pick<AuditOptions, 'strict' | 'failOn' | 'bail' | 'acceptedGaps'> => ({
  strict,
  failOn,
  bail,
  acceptedGaps: acceptIncomplete.map((collection) => ({
    collection,
    reason: 'named on the command line',
    where: '--accept-incomplete',
  })),
});

function offerToIgnore({ quiet, out }: RunFlags): void {
  const offer = quiet ? undefined : suggestGitignore(out);
  if (offer !== undefined) process.stderr.write(`${offer}\n`);
}

/** Loads the rules, and checks what the flags and the profile say about them. Throws UsageError or ProfileError. */
async function loadCheckedRules(profile: Profile, flags: RunFlags): Promise<RuleSet> {
  checkBaselineFlags(flags);
  const ruleSet = await loadRuleSet(profile.ruleFolders);
  checkWaivers(profile.waivers, ruleSet.rules);
  checkProfileGlobs(profile, ruleSet.rules, flags);
  checkFormats(flags.format);
  checkDocumentFile(profile);
  return ruleSet;
}

/** A document that is a file must exist before a request is sent. Throws DocumentError. */
function checkDocumentFile({ openapi }: Profile): void {
  if (openapi === undefined || /^https?:/i.test(openapi) || existsSync(openapi)) return;
  throw new DocumentError(shortenPath(openapi), 'no such file');
}

/** Warns about an old report, so that it is not published as the result of this run. */
function warnOfEarlierReport(out: string): void {
  const { report } = resolveOutputFiles(out);
  if (existsSync(report)) process.stderr.write(`assay: no report was written; ${report} is from an earlier run\n`);
}

/** Returns the report with the gate after the update of known failures, if that was requested. */
async function applyBaselineUpdate(
  report: Report,
  profile: Profile,
  flags: RunFlags,
  outcome: WriteOutcome,
): Promise<Report> {
  const { baseline: file, baselineUpdate, expires, out } = flags;
  if (!baselineUpdate || file === undefined) return report;
  const { updateKnownFailures } = await import('./update-known-failures.js');
  let last = report;
  outcome.attempt(() => {
    last = updateKnownFailures(report, profile, { file, expires, reportFile: resolveOutputFiles(out).report });
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
