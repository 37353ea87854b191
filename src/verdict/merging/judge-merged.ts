import type { Waiver } from '../../model/profile/waiver.js';
import type { Report, Result } from '../../model/result/report.js';
import { computeCoverage } from '../judging/coverage.js';
import { decideResults } from '../judging/decide-results.js';

/** What a report is judged by anew. */
export interface RejudgeOptions {
  readonly waivers: readonly Waiver[];
  /** Where the report will stand. */
  readonly reportFile: string;
  /** Results in place of the report's own. */
  readonly results?: readonly Result[];
}

/** A report with its gate judged anew. No verdict is changed. */
export function rejudgeReport(
  report: Report,
  { waivers, reportFile, results = report.results }: RejudgeOptions,
): Report {
  const { waivers: _, complete, gate: __, ...rest } = report;
  const { run, startedAt } = report;
  const settled = decideResults(results, {
    waivers,
    reportFile,
    today: startedAt.slice(0, 10),
    strict: run.strict,
    endedEarly: run.endedEarly,
    isShard: run.shard !== undefined,
  });
  return {
    ...rest,
    results: settled.results,
    ...(settled.waivers && { waivers: settled.waivers }),
    coverage: { clauses: computeCoverage(report.coverage.clauses, settled.results) },
    gate: settled.gate,
    complete,
  };
}
