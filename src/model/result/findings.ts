import type { Report, Result } from './report.js';

/** A violation, and the number by which commands and reports name it. */
export interface Finding {
  readonly number: number;
  readonly result: Result;
}

/** Whether a rule held or was violated. */
export const isDecided = ({ verdict }: Pick<Result, 'verdict'>): boolean =>
  verdict === 'held' || verdict === 'violated';

/** Lists the violations of a report by number: those that fail the run come first. Reports of earlier versions have no numbers; there the order counts. */
export function listFindings({ results }: Pick<Report, 'results'>): Finding[] {
  const violated = results.filter(({ verdict }) => verdict === 'violated');
  const isNumbered = new Set(violated.map(({ number }) => number)).size === violated.length;
  return violated
    .map((result, index) => ({ number: isNumbered ? (result.number ?? index + 1) : index + 1, result }))
    .sort((one, other) => one.number - other.number);
}
