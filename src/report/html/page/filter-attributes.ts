import type { Report, Result } from '../../../model/result/report.js';
import { getSuite } from '../../results/group-results.js';
import { html, type Markup } from './markup.js';

/** What filters ask of anything that shows one verdict. */
export const renderFilterAttributes = (result: Result, report: Report): Markup =>
  html`data-item="" data-verdict="${result.verdict}" data-level="${result.level}" data-suite="${getSuite(result)}" data-subject="${getSubjects(report).indexOf(result.subject)}"`;

const subjectsCache = new WeakMap<Report, Subjects>();

/** The subjects of a report, each with a number that is safe to write anywhere. */
export interface Subjects {
  readonly names: readonly string[];
  indexOf(name: string): number;
}

/** Subjects in order of what is wrong with them, worst first, then as they appear. */
export function getSubjects(report: Report): Subjects {
  const found = subjectsCache.get(report) ?? orderSubjects(report);
  subjectsCache.set(report, found);
  return found;
}

function orderSubjects({ results }: Report): Subjects {
  const worst = new Map<string, number>();
  for (const { subject, verdict } of results) {
    const rank = ['violated', 'errored', 'inconclusive'].indexOf(verdict);
    worst.set(subject, Math.min(worst.get(subject) ?? 9, rank < 0 ? 9 : rank));
  }
  const names = [...worst].sort(([, one], [, other]) => one - other).map(([name]) => name);
  const places = new Map(names.map((name, index) => [name, index]));
  return { names, indexOf: (name) => places.get(name) ?? -1 };
}
