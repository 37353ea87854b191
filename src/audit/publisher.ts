import type { OpenClient } from '../http/client.js';
import type { KeptFile } from '../ledger/kept-items.js';
import type { Profile } from '../model/profile/profile.js';
import { choosePolicy, isFailing } from '../model/result/gate-policy.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import type { Report, Result } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';
import { type JudgeInput, judgeOutcome } from '../verdict/judging/judge.js';
import { type AuditPreview, askConsent } from './consent.js';
import type { AuditOptions } from './options.js';

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

type ReportRedactor = Pick<OpenClient, 'redactJson' | 'redact' | 'hasSecret'>;

/** Removes secrets from a report: text of a service can contain them wherever it is quoted. Texts of assay itself stay. */
export function redactReport(report: Report, { redactJson, redact, hasSecret }: ReportRedactor): Report {
  const { target, run, survey, results, waivers, leftovers, harm, reach, gate } = report;
  return {
    ...report,
    // A weak password can be part of any address; a strong one must not be shown.
    target: hasSecret(target.baseUrl) ? { ...target, baseUrl: redact(target.baseUrl) } : target,
    run: {
      ...run,
      ...(run.endedEarly !== undefined && { endedEarly: redact(run.endedEarly) }),
      ...(run.stoppedBy !== undefined && { stoppedBy: redact(run.stoppedBy) }),
      ...(run.faults && { faults: run.faults.map(redact) }),
    },
    survey: redactJson(survey),
    results: results.map((result) => redactResult(result, { redactJson, redact })),
    ...(waivers && { waivers: redactJson(waivers) }),
    leftovers: redactJson(leftovers),
    ...(harm && { harm: redactJson(harm) }),
    ...(reach?.creations && { reach: { ...reach, creations: redactJson(reach.creations) } }),
    gate: { ...gate, reasons: redactJson(gate.reasons), ...(gate.gaps && { gaps: redactJson(gate.gaps) }) },
  };
}

/** Removes secrets from a result, in a report or alone. Most have none, and are not copied. */
export function redactResult(
  result: Result,
  { redactJson, redact }: Pick<ReportRedactor, 'redactJson' | 'redact'>,
): Result {
  const { evidence } = result;
  const subject = redactJson(result.subject);
  // A stack trace may quote a whole response, whose hidden members only the text form finds.
  const why = result.why === undefined ? undefined : redactJson(redact(result.why));
  const notes = result.notes && redactJson(result.notes);
  if (!evidence && subject === result.subject && why === result.why && notes === result.notes) return result;
  return {
    ...result,
    subject,
    ...(why !== undefined && { why }),
    ...(notes && { notes }),
    ...(evidence && { evidence: { ...evidence, ...redactEvidence(evidence, redactJson) } }),
  };
}

/** Recorded exchanges are redacted already; texts derived from them are redacted again. */
const redactEvidence = (
  { summary, curl, exchanges, ...rest }: NonNullable<Report['results'][number]['evidence']>,
  clear: ReportRedactor['redactJson'],
) => ({
  summary: clear(summary),
  curl: clear(curl),
  exchanges: clear(exchanges),
  ...('expected' in rest && { expected: clear(rest.expected) }),
  ...('actual' in rest && { actual: clear(rest.actual) }),
  ...('case' in rest && { case: clear(rest.case) }),
});

export const omitSecretCollections = (
  collections: readonly BaselineCollection[],
  { hasSecret }: Pick<ReportRedactor, 'hasSecret'>,
): BaselineCollection[] => collections.filter((collection) => !hasSecret(JSON.stringify(collection)));

/** Removes secrets from the texts of an error. */
export function redactError(error: unknown, { redact }: Pick<ReportRedactor, 'redact'>): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : error;
  const { message, stack } = error;
  if (redact(message) === message && redact(stack ?? '') === (stack ?? '')) return error;
  error.message = redact(message);
  if (stack !== undefined) error.stack = redact(stack);
  if (error.cause !== undefined) error.cause = redactError(error.cause, { redact });
  return error;
}
