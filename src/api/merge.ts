import type { Report } from '../model/result/report.js';
import { mergeReports as join } from '../verdict/merging/merge.js';
import { findMergeObstacles } from '../verdict/merging/merge-obstacles.js';

/** The reports are not the shards of one run; `problems` has a line for each conflict. */
export class MisfitError extends Error {
  override readonly name = 'MisfitError';
  constructor(readonly problems: readonly string[]) {
    super(`these reports are not the shards of one run: ${problems.join('; ')}`);
  }
}

/** Merges the reports of all shards of one run, and decides the gate again. Throws {@link MisfitError}. Pure. */
export function merge(reports: readonly Report[]): Report {
  const parts = reports.map((report, index) => ({ name: `report ${index + 1}`, report }));
  const problems = findMergeObstacles(parts);
  if (problems.length > 0) throw new MisfitError(problems);
  return join(parts, 'report.json');
}
