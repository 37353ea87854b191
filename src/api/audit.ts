import { randomInt } from 'node:crypto';
import { checkWaivers } from '../audit/check-waivers.js';
import type { AuditOptions as AnyOptions } from '../audit/options.js';
import { audit as runPipeline } from '../audit.js';
import type { Profile } from '../model/profile/profile.js';
import type { Report } from '../model/result/report.js';
import { checkGlobs } from '../rule-set/check-globs.js';
import { loadRuleSet } from '../rule-set/load-rule-set.js';
import { guardCallback } from './guard-callback.js';

/** What an audit may be told beside the profile; nothing of it is needed. */
export interface AuditOptions
  extends Pick<AnyOptions, 'strict' | 'files' | 'baseline' | 'signal' | 'consent' | 'onResult' | 'onSeen'> {
  /** Seed of all chance; a new one when absent. The report tells it. */
  readonly seed?: number;
}

/**
 * Audits a service: survey, plan, run, judge. Prints nothing, writes nothing but `files`, and leaves the process alone; a hook
 * that fails is told in a warning of the process, and changes nothing.
 * An abort ends it in order: what was made is removed, and the report tells what is known. Throws {@link Unreachable},
 * {@link DiscoveryError}, {@link Declined}, {@link LawError}, {@link ProfileError} for a glob or a waiver that means no rule, or a
 * file system's error; never for what a service does later.
 */
export async function audit(profile: Profile, options: AuditOptions = {}): Promise<Report> {
  const ruleSet = await loadRuleSet(profile.ruleFolders);
  checkGlobs(profile.only, 'only', ruleSet.rules);
  checkWaivers(profile.waivers, ruleSet.rules);
  return runPipeline(profile, { ...pickAuditOptions(options), ruleSet, seed: options.seed ?? randomInt(2 ** 31 - 1) });
}

/** What else stands among the options, as when they aimed, too, is none of an audit's business. */
const pickAuditOptions = ({ strict, files, baseline, signal, consent, onResult, onSeen }: AuditOptions) => ({
  ...(strict !== undefined && { strict }),
  ...(files && { files }),
  ...(baseline !== undefined && { baseline }),
  ...(signal && { signal }),
  ...(consent && { consent }),
  ...(onResult && { onResult: guardCallback('onResult', onResult) }),
  ...(onSeen && { onSeen: guardCallback('onSeen', onSeen) }),
});
