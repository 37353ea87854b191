import type { Report } from '../model/result/report.js';
import { mergeReports as join } from '../verdict/merging/merge.js';
import { findMergeObstacles } from '../verdict/merging/merge-obstacles.js';

/** Reports that are not the shards of one run: a line for each thing that does not fit. */
export class MisfitError extends Error {
  override readonly name = 'MisfitError';
  constructor(readonly problems: readonly string[]) {
    super(`these reports are not the shards of one run: ${problems.join('; ')}`);
  }
}

/** Makes one report of the shards of one run, with the gate judged anew. Throws {@link MisfitError}. */
export function merge(reports: readonly Report[]): Report {
  const parts = reports.map((report, index) => ({ name: `report ${index + 1}`, report }));
  const problems = findMergeObstacles(parts);
  if (problems.length > 0) throw new MisfitError(problems);
  return join(parts, 'report.json');
}
