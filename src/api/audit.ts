import { randomInt } from 'node:crypto';
import { checkWaivers } from '../audit/check-waivers.js';
import type { AuditOptions as AnyOptions } from '../audit/options.js';
import { audit as runPipeline } from '../audit.js';
import type { Profile } from '../model/profile/profile.js';
import type { Report } from '../model/result/report.js';
import { checkGlobs, checkProfileGlobs, checkSelection } from '../rule-set/check-globs.js';
import { loadRuleSet } from '../rule-set/load-rule-set.js';
import { readStateFolder } from './make-profile.js';

/** Options of an audit in addition to the profile; all of them are optional. */
export interface AuditOptions
  extends Pick<
    AnyOptions,
    'strict' | 'failOn' | 'bail' | 'files' | 'acknowledged' | 'baseline' | 'signal' | 'consent' | 'onResult' | 'onSeen'
  > {
  /** Random seed; by default a new one, which the report contains. */
  readonly seed?: number;
}

/**
 * Audits a service: survey, plan, run, judge. Prints nothing, writes no files except `files`, and does not change the process.
 * A callback that fails is reported as a warning of the process. An abort ends the audit in order: created items are removed,
 * and the report contains the results so far. Throws {@link UnreachableError},
 * {@link DocumentError}, {@link DeclinedError}, {@link RuleSetError}, {@link ProfileError} for a glob or a waiver without a rule or
 * if no rule is left, or a file system's error; never for a later failure of the service.
 */
export async function audit(profile: Profile, options: AuditOptions = {}): Promise<Report> {
  const ruleSet = await loadRuleSet(profile.ruleFolders);
  checkGlobs(profile.only, 'only', ruleSet.rules);
  checkProfileGlobs({ ...profile, only: [] }, ruleSet.rules);
  checkSelection(profile, ruleSet.rules);
  checkWaivers(profile.waivers, ruleSet.rules);
  return runPipeline(profile, {
    ...pickAuditOptions(options),
    ruleSet,
    seed: options.seed ?? randomInt(2 ** 31 - 1),
    stateFolder: readStateFolder(),
  });
}

/** Options that the pipeline takes as they are. Other members, such as those of a profile, are ignored. */
const passedOptions = ['strict', 'failOn', 'bail', 'files', 'acknowledged', 'baseline', 'signal', 'consent'] as const;

const pickAuditOptions = ({ onResult, onSeen, ...options }: AuditOptions): Omit<AuditOptions, 'seed'> => ({
  ...Object.fromEntries(passedOptions.map((name) => [name, options[name]])),
  onResult: onResult && guardCallback('onResult', onResult),
  onSeen: onSeen && guardCallback('onSeen', onSeen),
});

/**
 * Wraps a callback of the caller so that it can neither disturb a run nor end the process. An exception or a rejection is
 * reported once, as a warning of the process, and the run continues.
 */
export function guardCallback<A extends readonly unknown[]>(
  name: string,
  hook: (...args: A) => unknown,
): (...args: A) => void {
  let isReported = false;
  const report = (error: unknown) => {
    if (isReported) return;
    isReported = true;
    const { message, stack } = error instanceof Error ? error : { message: String(error) };
    const warning = `${name} failed, and the audit continues without it: ${message}`;
    process.emitWarning(warning, { type: 'AssayWarning', detail: stack });
  };
  return (...args) => {
    try {
      Promise.resolve(hook(...args)).catch(report);
    } catch (error) {
      report(error);
    }
  };
}
