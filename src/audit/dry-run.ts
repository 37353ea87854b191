import { noTape } from '../http/tape.js';
import type { Profile } from '../model/profile/profile.js';
import type { Exclusion, Trial } from '../model/result/plan.js';
import type { Survey } from '../model/service/survey.js';
import { plan } from '../plan/plan.js';
import type { NamedRule } from '../rule/rule.js';
import { loadRuleSet } from '../rule-set/load-rule-set.js';
import { listSubjects } from './list-subjects.js';
import { openProfileClient, surveyService } from './survey-service.js';

/** The collections of a service, and the planned checks, found with read requests only. */
export interface DryRunResult {
  readonly survey: Survey;
  readonly rules: readonly NamedRule[];
  readonly trials: readonly Trial[];
  readonly exclusions: readonly Exclusion[];
  /** Requests sent. */
  readonly requests: number;
  /** Trace of an internal error. */
  readonly crash: string | undefined;
  readonly isInterrupted: boolean;
  /** The survey as it can be shown, without secrets. */
  redact<T>(value: T): T;
}

/** Surveys a service and plans an audit, without running a check. Throws UnreachableError or DocumentError. */
export async function dryRunAudit(profile: Profile, signal?: AbortSignal): Promise<DryRunResult> {
  const { rules } = await loadRuleSet(profile.ruleFolders);
  const client = openProfileClient(profile, noTape);
  try {
    const { found, crash, unreachable } = await surveyService(profile, client, { signal });
    if (unreachable) throw unreachable;
    const { permit, only } = profile;
    const planned = plan({ rules, subjects: listSubjects(found.collections, profile), permit, only });
    return {
      survey: client.redactNames(found),
      rules,
      ...planned,
      requests: client.count(),
      crash: crash && client.redact(crash),
      isInterrupted: signal?.aborted ?? false,
      redact: client.redactJson,
    };
  } finally {
    await client.close();
  }
}
