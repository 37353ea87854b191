import type { OpenClient } from '../http/client.js';
import { buildUnsentExchange, type ClientRequest, type SentExchange } from '../http/exchange.js';
import { noTape } from '../http/tape.js';
import type { Profile } from '../model/profile/profile.js';
import type { Plan } from '../model/result/plan.js';
import type { Survey } from '../model/service/survey.js';
import type { NamedRule } from '../rule/rule.js';
import { chooseRuleSet } from '../rule-set/select-quick.js';
import { survey } from '../survey/survey.js';
import { planTrials } from './plan-trials.js';
import { openProfileClient, type ServiceSurvey, surveyService } from './survey-service.js';

/** The collections of a service, and the planned checks, found with read requests only. */
export interface DryRunResult extends Plan {
  readonly survey: Survey;
  readonly rules: readonly NamedRule[];
  readonly requests: number;
  readonly crash: string | undefined;
  readonly isInterrupted: boolean;
  /** The survey as it can be shown, without secrets. */
  redact<T>(value: T): T;
}

export interface DryRunOptions {
  readonly signal?: AbortSignal;
  /** Whether nothing is requested, and the document alone is read. */
  readonly isOffline?: boolean;
}

/** Surveys a service and plans an audit, without running a check. Throws UnreachableError or DocumentError. */
export async function dryRunAudit(
  profile: Profile,
  { signal, isOffline = false }: DryRunOptions = {},
): Promise<DryRunResult> {
  const { rules, leftOut } = await chooseRuleSet(profile);
  const opened = openProfileClient(profile, noTape);
  const client = isOffline ? createOfflineClient(opened) : opened;
  try {
    const { found, crash, unreachable } = isOffline
      ? await surveyOffline(profile, client)
      : await surveyService(profile, client, { ...(signal && { signal }) });
    if (unreachable) throw unreachable;
    return {
      survey: client.redactNames(found),
      rules,
      ...planTrials(rules, found, profile, { leftOut }),
      requests: client.count(),
      crash: crash && client.redact(crash),
      isInterrupted: signal?.aborted ?? false,
      redact: client.redactJson,
    };
  } finally {
    await client.close();
  }
}

/** What the document says, without a request to the service. Throws DocumentError. */
export const surveyOffline = async (profile: Profile, client: OpenClient): Promise<ServiceSurvey> => ({
  found: await survey(profile, client, { isOffline: true }),
});

/** A client that sends nothing: every request stays without an answer. Documents in files can still be read. */
export function createOfflineClient(client: OpenClient): OpenClient {
  const stay = async (request: Pick<ClientRequest, 'method' | 'path'>): Promise<SentExchange> =>
    buildUnsentExchange(request, 'offline: no request is sent');
  return {
    ...client,
    send: stay,
    abort: stay,
    fetchForeign: (url) => stay({ method: 'GET', path: url }),
    obtainCredentials: async () => {},
    count: () => 0,
  };
}
