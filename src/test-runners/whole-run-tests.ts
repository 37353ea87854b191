import type { GatePolicy } from '../model/result/gate-policy.js';
import type { Report, Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { concludeTest } from './test-outcome.js';
import type { RunningTest } from './test-runner.js';

/** What the tests of single results report. */
export interface ReportedResults {
  isRegistered(result: Result): boolean;
  readonly policy: GatePolicy;
}

/** Fails if the run failed for a reason that no test of a single result reports; names the items that were not removed. */
export function checkWholeRun(report: Report, { skip }: Pick<RunningTest, 'skip'>, said: ReportedResults): void {
  const reasons = listUnreportedReasons(report, said);
  const left = listLeftovers(report);
  if (reasons.length > 0) throw new GateFailedError([...reasons, ...left]);
  if (left.length > 0) skip(escapeControlCharacters(left.join('')));
}

/**
 * Checks a run of selected tests. Fails if the service stopped answering or assay failed, because the selected tests may have
 * been skipped for that reason.
 */
export function checkPartialRun(report: Report, said: ReportedResults): void {
  const isLost = report.gate.exit === 3 || report.gate.exit === 4 || report.harm !== undefined;
  const reasons = isLost ? listUnreportedReasons(report, said) : [];
  if (reasons.length > 0) throw new GateFailedError([...reasons, ...listLeftovers(report)]);
}

function listLeftovers({ leftovers }: Report): string[] {
  const left = leftovers.map(({ url, why }) => `${url} (${why})`);
  return left.length > 0 ? [`created items still exist: ${left.join('; ')}`] : [];
}

/** The run failed for reasons that no single result has. */
class GateFailedError extends Error {
  override readonly name = 'GateFailedError';
  constructor(reasons: readonly string[]) {
    super(reasons.map(escapeControlCharacters).join('\n'));
    this.stack = `${this.name}: ${this.message}`;
  }
}

function listUnreportedReasons(
  { gate, results }: Report,
  { isRegistered, policy }: ReportedResults,
): readonly string[] {
  if (gate.open) return [];
  const red = results.filter((result) => concludeTest(result, policy).is === 'failed');
  if (red.length === 0) return gate.reasons;
  const isOfOneResult = (reason: string) => /^(violated|inconclusive) (MUST|SHOULD)/.test(reason);
  const unheard = red.filter((result) => !isRegistered(result));
  return [
    ...gate.reasons.filter((reason) => !isOfOneResult(reason)),
    ...unheard.map(
      ({ rule, subject, evidence, title }) =>
        `${rule} [${subject}], found during the run: ${evidence?.summary ?? title}`,
    ),
  ];
}
