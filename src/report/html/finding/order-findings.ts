import { type Finding, listFindings as listNumbered } from '../../../model/result/findings.js';
import type { Report, Result } from '../../../model/result/report.js';
import { computeOnce } from '../../../model/values/compute-once.js';
import { isBlocking } from '../../results/group-results.js';
import { sizeLimits } from '../page/size-limits.js';

/** The violations with their numbers, those that fail the run first. */
export function listFindings(report: Report): Finding[] {
  const numbered = listNumbered(report);
  const rank = ({ result }: Finding) => rankResult(result, report);
  return numbered.sort((one, other) => rank(one) - rank(other));
}

export const numberFindings = computeOnce((report: Report): ReadonlyMap<Result, number> => {
  const shown = listFindings(report).slice(0, sizeLimits.listed);
  return new Map(shown.map(({ number, result }) => [result, number]));
});

/** The effects of a violation. */
export const gateRanks = [
  'These fail the run',
  'These do not fail the run',
  'Waived: known failures, accepted for a time',
] as const;

/** Which of the `ranks` a violation has. */
export const rankResult = (result: Result, report: Report): 0 | 1 | 2 =>
  isBlocking(result, report) ? 0 : result.waived ? 2 : 1;
