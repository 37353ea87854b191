import type { Report, Result } from '../../model/result/report.js';
import { describeViolation } from '../text/describe-violation.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeExtent, describeReason, formatWaiver, getHeadline, listRemarks } from '../text/report-words.js';
import { isBlocking } from './group-results.js';

/**
 * What a result is where there are only tests: red when it closes the gate or the kit broke, allowed to be red when it
 * was violated and closes nothing, open when it could not be decided, skipped when nobody looked.
 */
export type TestOutcome = 'passed' | 'failed' | 'allowed' | 'open' | 'skipped';

/** The outcome of a result. */
export function getTestOutcome(result: Result, report: Pick<Report, 'run'>): TestOutcome {
  if (result.verdict === 'held') return 'passed';
  if (result.verdict === 'errored') return 'failed';
  if (result.verdict === 'violated') return isBlocking(result, report) ? 'failed' : 'allowed';
  return result.verdict === 'inconclusive' ? 'open' : 'skipped';
}

/** Why it has that outcome, on one line. */
export function describeOutcomeReason(result: Result, report: Pick<Report, 'run'>): string {
  const { verdict, level, waived, enable } = result;
  if (verdict === 'held') return escapeControlCharacters(describeExtent(result));
  if (verdict !== 'violated') {
    return escapeControlCharacters(
      `${verdict}: ${describeReason(result)}${enable ? ` (to decide it: ${enable})` : ''}`,
    );
  }
  if (waived) return escapeControlCharacters(formatWaiver(waived));
  if (isBlocking(result, report)) return escapeControlCharacters(getHeadline(result));
  return escapeControlCharacters(
    `does not close the gate (${[level, ...listRemarks(result)].join(', ')}): ${getHeadline(result)}`,
  );
}

/** All that is needed to see a violation again. */
export const describeProof = (result: Result, report: Report): string | undefined =>
  result.verdict === 'violated' ? describeViolation(result, report) : undefined;

/** Why the gate is closed, where no test is red and would say so: no file is green whose gate is closed. */
export function describeClosedGate(report: Report): string | undefined {
  if (report.gate.open || report.results.some((result) => getTestOutcome(result, report) === 'failed'))
    return undefined;
  return escapeControlCharacters(report.gate.reasons.join('; ') || 'the gate is closed');
}
