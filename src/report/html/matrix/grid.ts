import type { Report, Result, Word } from '../../../model/result/report.js';
import { suiteOf } from '../../results/group-results.js';
import { shownFindings } from '../finding/findings.js';
import { subjectsOf } from '../page/filter-attributes.js';
import { bounds } from '../page/size-limits.js';

/** One rule and what became of it on each subject. */
export interface GridRow {
  readonly rule: string;
  readonly suite: string;
  readonly title: string;
  readonly level: Result['level'];
  /** A verdict, or nothing, for each subject in order. */
  readonly cells: readonly (Word | undefined)[];
}

/** Rules against subjects. */
export interface Grid {
  readonly subjects: readonly string[];
  /** Subjects that there is no room for; those shown are the worst. */
  readonly missing: number;
  readonly rows: readonly GridRow[];
  /** Numbers of findings by row and subject, as `3:0`. */
  readonly findings: Readonly<Record<string, number>>;
}

/** The report as a grid: rules in their suites downwards, subjects across, those with violations first. */
export function gridOf(report: Report): Grid {
  const found = drawn.get(report) ?? draw(report);
  drawn.set(report, found);
  return found;
}

const drawn = new WeakMap<Report, Grid>();

function draw(report: Report): Grid {
  const { names, indexOf } = subjectsOf(report);
  const subjects = names.slice(0, bounds.subjects);
  const rows = [...byRule(report.results).values()].flatMap((results) => rowOf(results, subjects.length, indexOf));
  rows.sort((one, other) => (one.suite < other.suite ? -1 : Number(one.suite > other.suite)));
  const places = new Map(rows.map(({ rule }, index) => [rule, index]));
  const findings = [...shownFindings(report)].map(
    ([{ rule, subject }, number]) => [`${places.get(rule)}:${indexOf(subject)}`, number] as const,
  );
  return { subjects, missing: names.length - subjects.length, rows, findings: Object.fromEntries(findings) };
}

function byRule(results: readonly Result[]): Map<string, Result[]> {
  const found = new Map<string, Result[]>();
  for (const result of results) {
    const own = found.get(result.rule);
    if (own) own.push(result);
    else found.set(result.rule, [result]);
  }
  return found;
}

function rowOf(results: readonly Result[], width: number, indexOf: (subject: string) => number): GridRow[] {
  const cells = new Array<Word | undefined>(width).fill(undefined);
  for (const { subject, verdict } of results) {
    const at = indexOf(subject);
    if (at < width) cells[at] = verdict;
  }
  return results.slice(0, 1).map((first) => ({
    rule: first.rule,
    suite: suiteOf(first),
    title: first.title,
    level: first.level,
    cells,
  }));
}
