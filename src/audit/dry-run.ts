import { noTape } from '../http/tape.js';
import type { Profile } from '../model/profile/profile.js';
import type { Exclusion, Trial } from '../model/result/plan.js';
import type { Survey } from '../model/service/survey.js';
import { plan } from '../plan/plan.js';
import type { NamedRule } from '../rule/rule.js';
import { readLaw } from '../rule-set/load-rule-set.js';
import { subjectsOf } from './list-subjects.js';
import { clientFor, look } from './survey-service.js';

/** What is at a service and which rules would meet it, found out by reading alone. */
export interface Scouted {
  readonly survey: Survey;
  readonly rules: readonly NamedRule[];
  readonly trials: readonly Trial[];
  readonly exclusions: readonly Exclusion[];
  /** Requests that it took. */
  readonly requests: number;
  /** Trace of a failure of the kit itself. */
  readonly fault: string | undefined;
  readonly isInterrupted: boolean;
  /** What is to be shown, without secrets. */
  clear<T>(value: T): T;
}

/** Surveys a service and plans an audit of it, without any trial. Throws Unreachable or DiscoveryError. */
export async function scout(profile: Profile, signal?: AbortSignal): Promise<Scouted> {
  const { rules } = await readLaw(profile.ruleFolders);
  const client = clientFor(profile, noTape);
  try {
    const { found, fault, lost } = await look(profile, client, { signal });
    if (lost) throw lost;
    const { permit, only } = profile;
    const planned = plan({ rules, subjects: subjectsOf(found.collections, profile), permit, only });
    return {
      survey: client.clearNames(found),
      rules,
      ...planned,
      requests: client.count(),
      fault,
      isInterrupted: signal?.aborted ?? false,
      clear: client.clear,
    };
  } finally {
    await client.close();
  }
}
