import type { Report, Result } from '../../model/result/report.js';
import { isBlocking } from './group-results.js';

/** How much a violation weighs: it closes the gate, it is worth a warning, or it is worth knowing. */
export type ViolationLevel = 'closes' | 'warns' | 'notes';

/** The weight of a violation as if nobody had waived it: a waiver changes the gate, never what was seen. */
export function classifyViolation({ waived: _, ...result }: Result, report: Pick<Report, 'run'>): ViolationLevel {
  if (isBlocking(result, report)) return 'closes';
  return result.level === 'MAY' || result.stage === 'provisional' ? 'notes' : 'warns';
}

/** The violations that nobody waived, heaviest first, in the order of the report where they weigh the same. */
export function listUnwaivedViolations(report: Report): Result[] {
  const open = report.results.filter(({ verdict, waived }) => verdict === 'violated' && !waived);
  const order: readonly ViolationLevel[] = ['closes', 'warns', 'notes'];
  return order.flatMap((weight) => open.filter((result) => classifyViolation(result, report) === weight));
}
