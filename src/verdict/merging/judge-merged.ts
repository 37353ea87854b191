import type { Waiver } from '../../model/profile/waiver.js';
import type { Report, Result } from '../../model/result/report.js';
import { computeCoverage } from '../judging/coverage.js';
import { decideResults } from '../judging/decide-results.js';
import { addGaps, isIncomplete, nameResult } from '../judging/incomplete.js';
import { computeReach } from '../judging/reach.js';
import { addHarm } from '../judging/run-gate.js';

export interface RejudgeOptions {
  readonly waivers: readonly Waiver[];
  readonly reportFile: string;
  /** Results that replace those of the report. */
  readonly results?: readonly Result[];
}

/** Decides the gate of a report again. Never changes a verdict. */
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
    failOn: run.failOn,
    endedEarly: run.endedEarly,
    isShard: run.shard !== undefined,
    isIncomplete: (all) => isIncomplete({ ...report, results: all }),
  });
  const reach = report.reach && computeReach(settled.results, report.reach.rules.least, report.reach.creations);
  const decided = { ...report, ...(reach && { reach }), results: settled.results, gate: settled.gate };
  return {
    ...rest,
    ...(reach && { reach }),
    results: settled.results,
    ...(settled.waivers && { waivers: settled.waivers }),
    coverage: { ...report.coverage, clauses: computeCoverage(report.coverage.clauses, settled.results) },
    gate: nameResult(addHarm({ ...decided, gate: addGaps(decided) })),
    complete,
  };
}
