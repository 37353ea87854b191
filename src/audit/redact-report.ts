import type { OpenClient } from '../http/client.js';
import type { Report, Result } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';

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
