import type { OpenClient } from '../http/client.js';
import type { Profile } from '../model/profile/profile.js';
import { choosePolicy, isFailing } from '../model/result/gate-policy.js';
import type { Report } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';
import type { RunInput } from '../run/run-input.js';
import { type JudgeInput, judgeOutcome } from '../verdict/judging/judge.js';
import { type AuditPreview, askConsent } from './consent.js';
import type { AuditOptions } from './options.js';
import { omitSecretCollections, redactReport, redactResult } from './redact-report.js';

/**
 * Everything that an audit hands to its caller, beside the files of tape and ledger: secrets are redacted here and nowhere
 * else, and all events are emitted here.
 */
export interface Publisher {
  /** Asks for consent, if the caller wants to be asked; returns the milliseconds that took. Throws DeclinedError. */
  askConsent(preview: AuditPreview): Promise<number>;
  readonly onBegin: NonNullable<RunInput['onBegin']>;
  readonly onOutcome: NonNullable<RunInput['onOutcome']>;
  /** Why the run has found enough: as many failing violations as `bail` says. */
  findStopReason(): string | undefined;
  /** Hands over what was seen of the service, for a comparison by a later audit. */
  publishBaseline(collections: readonly BaselineCollection[]): void;
  /** The report as it may be shown. */
  publishReport(report: Report): Report;
}

/** What results are judged by while the run goes on. */
export type PublisherRules = Pick<JudgeInput, 'rules' | 'today'>;

/** Opens the way out of an audit for these hooks. */
export function createPublisher(
  options: AuditOptions,
  profile: Pick<Profile, 'waivers' | 'severities' | 'failOn'>,
  known: PublisherRules,
  client: Pick<OpenClient, 'redactJson' | 'redactNames' | 'redact' | 'hasSecret'>,
): Publisher {
  const { consent, onBegin, onResult, onSeen, bail } = options;
  const { waivers, severities } = profile;
  const policy = choosePolicy(options, profile);
  let failing = 0;
  return {
    askConsent: async (preview) =>
      consent === undefined ? 0 : askConsent(consent, { ...preview, survey: client.redactNames(preview.survey) }),
    onBegin: ({ rule, subject }, of) => onBegin?.({ rule, subject: client.redactJson(subject.name) }, of),
    onOutcome(outcome, done, of) {
      const result = judgeOutcome(outcome, { ...known, waivers, severities });
      if (result.verdict === 'violated' && !result.waived && isFailing(result, policy)) failing += 1;
      onResult?.(redactResult(result, client), done, of);
    },
    findStopReason: () =>
      bail === undefined || failing < bail
        ? undefined
        : `${failing} ${failing === 1 ? 'violation' : 'violations'} found (--bail ${bail})`,
    publishBaseline: (collections) => onSeen?.(omitSecretCollections(collections, client)),
    publishReport: (report) => redactReport(report, client),
  };
}
