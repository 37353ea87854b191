import type { Report, Result } from '../../model/result/report.js';
import { narration } from '../text/describe-violation.js';
import { visible } from '../text/escape-control-characters.js';
import { extent, headline, reason, remarks, waiver } from '../text/report-words.js';
import { isBlocking } from './group-results.js';

/**
 * What a result is where there are only tests: red when it closes the gate or the kit broke, allowed to be red when it
 * was violated and closes nothing, open when it could not be decided, skipped when nobody looked.
 */
export type Outcome = 'passed' | 'failed' | 'allowed' | 'open' | 'skipped';

/** The outcome of a result. */
export function outcomeOf(result: Result, report: Pick<Report, 'run'>): Outcome {
  if (result.verdict === 'held') return 'passed';
  if (result.verdict === 'errored') return 'failed';
  if (result.verdict === 'violated') return isBlocking(result, report) ? 'failed' : 'allowed';
  return result.verdict === 'inconclusive' ? 'open' : 'skipped';
}

/** Why it has that outcome, on one line. */
export function reasonOf(result: Result, report: Pick<Report, 'run'>): string {
  const { verdict, level, waived, enable } = result;
  if (verdict === 'held') return visible(extent(result));
  if (verdict !== 'violated') {
    return visible(`${verdict}: ${reason(result)}${enable ? ` (to decide it: ${enable})` : ''}`);
  }
  if (waived) return visible(waiver(waived));
  if (isBlocking(result, report)) return visible(headline(result));
  return visible(`does not close the gate (${[level, ...remarks(result)].join(', ')}): ${headline(result)}`);
}

/** All that is needed to see a violation again. */
export const proofOf = (result: Result, report: Report): string | undefined =>
  result.verdict === 'violated' ? narration(result, report) : undefined;

/** Why the gate is closed, where no test is red and would say so: no file is green whose gate is closed. */
export function otherReasons(report: Report): string | undefined {
  if (report.gate.open || report.results.some((result) => outcomeOf(result, report) === 'failed')) return undefined;
  return visible(report.gate.reasons.join('; ') || 'the gate is closed');
}
