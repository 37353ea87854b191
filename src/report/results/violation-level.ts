import { listFindings } from '../../model/result/findings.js';
import type { Report, Result } from '../../model/result/report.js';
import { isBlocking } from './group-results.js';

/** The effect of a violation: it fails the run, it is a warning, or it is a note. */
export type ViolationLevel = 'closes' | 'warns' | 'notes';

/** The effect of a violation without its waiver: a waiver changes the gate, never the verdict. */
export function classifyViolation({ waived: _, ...result }: Result, report: Pick<Report, 'run'>): ViolationLevel {
  if (isBlocking(result, report)) return 'closes';
  return result.level === 'MAY' || result.stage === 'provisional' ? 'notes' : 'warns';
}

/** The violations without a waiver, most severe first, then in the order of the report. */
export function listUnwaivedViolations(report: Report): Result[] {
  return listFindings(report).flatMap(({ result }) => (result.waived ? [] : [result]));
}
