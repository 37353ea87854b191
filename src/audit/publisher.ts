import type { OpenClient } from '../http/client.js';
import type { Profile } from '../model/profile/profile.js';
import { choosePolicy, isFailing } from '../model/result/gate-policy.js';
import type { Report } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';
import type { RunInput } from '../run/run-input.js';
import { type JudgeInput, judgeOutcome } from '../verdict/judging/judge.js';
import { askConsent, type PreviewParts } from './consent.js';
import type { AuditOptions } from './options.js';
import { omitSecretCollections, redactReport, redactResult } from './redact-report.js';

/** What an audit hands to its caller: all events, and the only place where secrets are redacted. */
export interface Publisher {
  /** Asks for consent, if the caller wants to be asked; returns the milliseconds that took. Throws DeclinedError. */
  askConsent(known: PreviewParts): Promise<number>;
  readonly onBegin: NonNullable<RunInput['onBegin']>;
  readonly onOutcome: NonNullable<RunInput['onOutcome']>;
  /** Why the run has found enough: as many failing violations as `bail` says. */
  findStopReason(): string | undefined;
  /** Hands over what was seen of the service, for a comparison by a later audit. */
  publishBaseline(collections: readonly BaselineCollection[]): void;
  publishReport(report: Report): Report;
}

/** Opens the way out of an audit for these hooks. */
export function createPublisher(
  options: AuditOptions,
  profile: Pick<Profile, 'waivers' | 'severities' | 'failOn'>,
  known: Pick<JudgeInput, 'rules' | 'today'>,
  client: Pick<OpenClient, 'count' | 'redactJson' | 'redactNames' | 'redact' | 'hasSecret'>,
): Publisher {
  const { consent, onBegin, onResult, onSeen, bail } = options;
  const { waivers, severities } = profile;
  const policy = choosePolicy(options, profile);
  let failing = 0;
  return {
    async askConsent({ survey, plan, otherHosts, kept }) {
      if (consent === undefined) return 0;
      const seen = { survey: client.redactNames(survey), requests: client.count(), otherHosts, kept: kept?.path };
      return askConsent(consent, { ...seen, ...plan });
    },
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
