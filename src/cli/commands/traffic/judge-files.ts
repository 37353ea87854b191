import { join } from 'node:path';
import { checkWaivers } from '../../../audit/check-waivers.js';
import { auditTraffic } from '../../../audit/traffic/audit-traffic.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { findSource } from '../../../profile/file/profile-file.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { checkProfileGlobs } from '../../../rule-set/check-globs.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';
import { findUsualOrigin, listRecordings } from '../../../traffic/read/read-files.js';
import { createWriteOutcome } from '../../exit-code.js';
import { prepareOutputFolder } from '../../files/output-folder.js';
import { checkFormats } from '../../options/check-formats.js';
import type { RunFlags } from '../../options/run-options.js';
import { tuneEngine } from '../../process/tune-engine.js';
import { loadCustomReporters } from '../run/custom-reporters.js';
import { divertOutput } from '../run/standard-output.js';

export interface TrafficFlags extends RunFlags {
  readonly baseUrl?: string;
}

/** Judges recordings, prints and writes the reports. Returns the exit code. Throws UsageError, ProfileError or DocumentError. */
export async function judgeFiles(paths: readonly string[], given: TrafficFlags): Promise<number> {
  const { flags, output } = divertOutput(given);
  tuneEngine();
  const recordings = listRecordings(paths);
  const { baseUrl, notes } = await chooseBaseUrl(recordings, flags);
  const profile = await loadProfile({
    ...{
      baseUrl,
      file: flags.profile,
      openapi: flags.openapi,
      ruleFolders: flags.rules,
      cwd: process.cwd(),
      env: process.env,
    },
    ...{ only: flags.only, except: flags.except, minRules: flags.minRules, permit: 'reads' },
  });
  const ruleSet = await loadRuleSet(profile.ruleFolders);
  checkWaivers(profile.waivers, ruleSet.rules);
  checkProfileGlobs(profile, ruleSet.rules, flags);
  checkFormats(flags.format);
  const custom = await loadCustomReporters(flags.format);
  prepareOutputFolder(flags.out);
  const outcome = createWriteOutcome();
  const report = await auditTraffic(profile, {
    ...{ ruleSet, recordings, notes, strict: flags.strict ?? false, failOn: flags.failOn, minRules: flags.minRules },
    reportFile: join(flags.out, 'report.json'),
  });
  for (const [i, result] of report.results.entries()) output?.onResult?.(result, i + 1, report.results.length);
  const { outputReport } = await import('../run/output-report.js');
  outputReport(report, flags, { outcome, custom, output, isSilent: false });
  return outcome.exit(report.gate.exit);
}

/** The base URL that is given, or else the usual origin of the recordings, which is said in the report. */
async function chooseBaseUrl(recordings: readonly string[], { baseUrl, profile }: TrafficFlags) {
  const { source } = baseUrl === undefined ? await findSource(process.cwd(), profile, undefined) : {};
  if (baseUrl !== undefined || source !== undefined) return { baseUrl, notes: [] };
  const origin = await findUsualOrigin(recordings);
  if (origin === undefined)
    throw new UsageError(
      `${recordings.join(', ')}: no recorded response is JSON, so the service is unknown; record again, or name the service with --base-url URL`,
    );
  return {
    baseUrl: origin,
    notes: [`base URL: ${origin}, the origin of most JSON responses; another one: --base-url URL`],
  };
}
