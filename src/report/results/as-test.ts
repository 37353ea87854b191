import type { Report, Result } from '../../model/result/report.js';
import { nameClosedGate } from '../text/describe-gate.js';
import { describeViolation } from '../text/describe-violation.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import {
  describeExtent,
  describeReason,
  describeRemedy,
  formatWaiver,
  getHeadline,
  listRemarks,
} from '../text/report-words.js';
import { isBlocking } from './group-results.js';

/**
 * Maps a result to the outcome of a test: failed if it fails the run or is errored, an allowed failure if it is violated and
 * does not fail the run, open if it is inconclusive, skipped if it was not checked.
 */
export type TestOutcome = 'passed' | 'failed' | 'allowed' | 'open' | 'skipped';

/** The results that are tests: not what the choice of rules left out of the run, which can be hundreds. */
export const listTests = ({ results }: Pick<Report, 'results'>): Result[] =>
  results.filter(({ cause }) => cause !== 'filter');

export function getTestOutcome(result: Result, report: Pick<Report, 'run'>): TestOutcome {
  if (result.verdict === 'held') return 'passed';
  if (result.verdict === 'errored') return 'failed';
  if (result.verdict === 'violated') return isBlocking(result, report) ? 'failed' : 'allowed';
  return result.verdict === 'inconclusive' ? 'open' : 'skipped';
}

export function describeOutcomeReason(result: Result, report: Pick<Report, 'run'>): string {
  return escapeControlCharacters(describePlainly(result, report));
}

function describePlainly(result: Result, report: Pick<Report, 'run'>): string {
  const { verdict, level, waived } = result;
  if (verdict === 'held') return describeExtent(result);
  if (verdict !== 'violated') return `${verdict}: ${describeReason(result)}${describeRemedy(result)}`;
  if (waived) return formatWaiver(waived);
  if (isBlocking(result, report)) return getHeadline(result);
  return `does not fail the run (${[level, ...listRemarks(result)].join(', ')}): ${getHeadline(result)}`;
}

/** All data needed to reproduce a violation. */
export const describeProof = (result: Result, report: Report): string | undefined =>
  result.verdict === 'violated' ? describeViolation(result, report) : undefined;

/** Why the run failed, if no failed test says so: a file without a failed test would look as if the run had passed. */
export function describeClosedGate(report: Report): string | undefined {
  const isTold = report.results.some((result) => getTestOutcome(result, report) === 'failed');
  if (report.gate.open || (isTold && report.harm === undefined)) return undefined;
  return escapeControlCharacters(report.gate.reasons.join('; ') || nameClosedGate(report.gate));
}
