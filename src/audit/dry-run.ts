import { noTape } from '../http/tape.js';
import type { Profile } from '../model/profile/profile.js';
import type { Exclusion, Trial } from '../model/result/plan.js';
import type { Survey } from '../model/service/survey.js';
import { plan } from '../plan/plan.js';
import type { NamedRule } from '../rule/rule.js';
import { loadRuleSet } from '../rule-set/load-rule-set.js';
import { listSubjects } from './list-subjects.js';
import { openProfileClient, surveyService } from './survey-service.js';

/** What is at a service and which rules would meet it, found out by reading alone. */
export interface DryRunResult {
  readonly survey: Survey;
  readonly rules: readonly NamedRule[];
  readonly trials: readonly Trial[];
  readonly exclusions: readonly Exclusion[];
  /** Requests that it took. */
  readonly requests: number;
  /** Trace of a failure of the kit itself. */
  readonly crash: string | undefined;
  readonly isInterrupted: boolean;
  /** What is to be shown, without secrets. */
  redact<T>(value: T): T;
}

/** Surveys a service and plans an audit of it, without any trial. Throws Unreachable or DiscoveryError. */
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
