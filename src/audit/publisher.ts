import type { OpenClient } from '../http/client.js';
import type { KeptFile } from '../ledger/kept-items.js';
import type { Profile } from '../model/profile/profile.js';
import { choosePolicy, isFailing } from '../model/result/gate-policy.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import type { Report } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';
import { type JudgeInput, judgeOutcome } from '../verdict/judging/judge.js';
import { type AuditPreview, askConsent } from './consent.js';
import type { AuditOptions } from './options.js';
import { omitSecretCollections, redactReport, redactResult } from './redact-report.js';

/** What an audit hands to its caller: all events, and the only place where secrets are redacted. */
export type Publisher = ReturnType<typeof createPublisher>;

/** What the caller is asked with. */
type Consulted = Pick<AuditPreview, 'survey' | 'otherHosts'> & {
  readonly plan: Plan;
  readonly kept: KeptFile | undefined;
};

/** Opens the way out of an audit for these hooks. */
export function createPublisher(
  options: AuditOptions,
  profile: Pick<Profile, 'waivers' | 'severities' | 'failOn'>,
  known: Pick<JudgeInput, 'rules' | 'today'>,
  client: Pick<OpenClient, 'count' | 'redactJson' | 'redactNames' | 'redact' | 'hasSecret'>,
) {
  const { consent, onBegin, onResult, onSeen, bail } = options;
  const { waivers, severities } = profile;
  const policy = choosePolicy(options, profile);
  let failing = 0;
  return {
    /** Asks for consent, if the caller wants to be asked; returns the milliseconds that took. Throws DeclinedError. */
    async askConsent({ survey, plan, otherHosts, kept }: Consulted) {
      if (consent === undefined) return 0;
      const seen = { survey: client.redactNames(survey), requests: client.count(), otherHosts, kept: kept?.path };
      return askConsent(consent, { ...seen, ...plan });
    },
    onBegin: ({ rule, subject }: Trial, of: number) =>
      onBegin?.({ rule, subject: client.redactJson(subject.name) }, of),
    onOutcome(outcome: Outcome, done: number, of: number) {
      const result = judgeOutcome(outcome, { ...known, waivers, severities });
      if (result.verdict === 'violated' && !result.waived && isFailing(result, policy)) failing += 1;
      onResult?.(redactResult(result, client), done, of);
    },
    /** Why the run has found enough: as many failing violations as `bail` says. */
    findStopReason: () =>
      bail === undefined || failing < bail
        ? undefined
        : `${failing} ${failing === 1 ? 'violation' : 'violations'} found (--bail ${bail})`,
    /** Hands over what was seen of the service, for a comparison by a later audit. */
    publishBaseline: (collections: readonly BaselineCollection[]) =>
      onSeen?.(omitSecretCollections(collections, client)),
    publishReport: (report: Report) => redactReport(report, client),
  };
}
