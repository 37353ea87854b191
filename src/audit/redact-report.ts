import type { OpenClient } from '../http/client.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Report, Result } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';

type ReportRedactor = Pick<OpenClient, 'redactJson' | 'redact' | 'hasSecret'>;

/** A report as it may be shown: what a service said may hold secrets wherever it is quoted. What the kit itself says stays as it is. */
export function redactReport(report: Report, { redactJson, redact, hasSecret }: ReportRedactor): Report {
  const { target, run, survey, results, waivers, leftovers, gate } = report;
  return {
    ...report,
    // A weak password may be part of any address; one that is not must not be told.
    target: hasSecret(target.baseUrl) ? { ...target, baseUrl: redact(target.baseUrl) } : target,
    run: {
      ...run,
      ...(run.endedEarly !== undefined && { endedEarly: redact(run.endedEarly) }),
      ...(run.faults && { faults: run.faults.map(redact) }),
    },
    survey: redactJson(survey),
    results: results.map((result) => redactResult(result, { redactJson: redactJson })),
    ...(waivers && { waivers: redactJson(waivers) }),
    leftovers: redactJson(leftovers),
    gate: { ...gate, reasons: redactJson(gate.reasons) },
  };
}

/** An outcome as it may be shown while the run goes on; its exchanges were redacted when they were written down. */
export const redactOutcome = (outcome: Outcome, { redact }: Pick<ReportRedactor, 'redact'>): Outcome =>
  outcome.why === undefined ? outcome : { ...outcome, why: redact(outcome.why) };

/** A result as it may be shown, of a report or by itself. */
export const redactResult = (
  { subject, why, notes, evidence, ...result }: Result,
  { redactJson }: Pick<ReportRedactor, 'redactJson'>,
): Result => ({
  ...result,
  subject: redactJson(subject),
  ...(why !== undefined && { why: redactJson(why) }),
  ...(notes && { notes: redactJson(notes) }),
  ...(evidence && { evidence: { ...evidence, ...redactEvidence(evidence, redactJson) } }),
});

/** What was written down of exchanges was redacted then; what was made of it since is looked at again. */
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

/**
 * What was seen of a service as it may be written down. A collection in whose names a secret stands is left out: under
 * other names it would be missed the next time.
 */
export const omitSecretCollections = (
  collections: readonly BaselineCollection[],
  { hasSecret }: Pick<ReportRedactor, 'hasSecret'>,
): BaselineCollection[] => collections.filter((collection) => !hasSecret(JSON.stringify(collection)));

/** An error whose words hold no secret. */
export function redactError(error: unknown, { redact }: Pick<ReportRedactor, 'redact'>): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : error;
  const { message, stack } = error;
  if (redact(message) === message && redact(stack ?? '') === (stack ?? '')) return error;
  error.message = redact(message);
  if (stack !== undefined) error.stack = redact(stack);
  if (error.cause !== undefined) error.cause = redactError(error.cause, { redact });
  return error;
}
