import type { Report, Result, Verdict } from '../../../model/result/report.js';
import { computeOnce } from '../../../model/values/compute-once.js';
import { groupBy } from '../../../model/values/group-by.js';
import { getSuite } from '../../results/group-results.js';
import { numberFindings } from '../finding/order-findings.js';
import { getSubjects } from '../page/filter-attributes.js';
import { sizeLimits } from '../page/size-limits.js';

export interface GridRow {
  readonly rule: string;
  readonly suite: string;
  readonly title: string;
  readonly level: Result['level'];
  readonly cells: readonly (Verdict | undefined)[];
}

export interface Grid {
  readonly subjects: readonly string[];
  /** Number of omitted subjects; those shown are the most severe. */
  readonly missing: number;
  readonly rows: readonly GridRow[];
  /** Numbers of findings by row and subject, as `3:0`. */
  readonly findings: Readonly<Record<string, number>>;
}

/** Converts the report to a grid: rules by suite in rows, subjects in columns, those with violations first. */
export const getGrid = computeOnce((report: Report): Grid => {
  const { names, indexOf } = getSubjects(report);
  const subjects = names.slice(0, sizeLimits.subjects);
  const byRule = groupBy(report.results, ({ rule }) => rule);
  const rows = [...byRule.values()].flatMap((results) => buildRow(results, subjects.length, indexOf));
  rows.sort((one, other) => (one.suite < other.suite ? -1 : Number(one.suite > other.suite)));
  const places = new Map(rows.map(({ rule }, index) => [rule, index]));
  const findings = [...numberFindings(report)].map(
    ([{ rule, subject }, number]) => [`${places.get(rule)}:${indexOf(subject)}`, number] as const,
  );
  return { subjects, missing: names.length - subjects.length, rows, findings: Object.fromEntries(findings) };
});

function buildRow(results: readonly Result[], width: number, indexOf: (subject: string) => number): GridRow[] {
  const cells = new Array<Verdict | undefined>(width).fill(undefined);
  for (const { subject, verdict } of results) {
    const at = indexOf(subject);
    if (at < width) cells[at] = verdict;
  }
  return results.slice(0, 1).map((first) => ({
    rule: first.rule,
    suite: getSuite(first),
    title: first.title,
    level: first.level,
    cells,
  }));
}
