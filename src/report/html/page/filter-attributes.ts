import type { Report, Result } from '../../../model/result/report.js';
import { computeOnce } from '../../../model/values/compute-once.js';
import { getSuite } from '../../results/group-results.js';
import { html, type Markup } from './markup.js';

export const renderFilterAttributes = (result: Result, report: Report): Markup | undefined =>
  renderGroupAttributes([result], report);

export function renderGroupAttributes(results: readonly Result[], report: Report): Markup | undefined {
  const [first] = results;
  if (!first) return undefined;
  const subjects = results.map(({ subject }) => getSubjects(report).indexOf(subject)).join(' ');
  return html`data-item="" data-verdict="${first.verdict}" data-level="${first.level}" data-suite="${getSuite(first)}" data-subject="${subjects}"`;
}

/** Sorts subjects by severity, then in order of appearance. */
export const getSubjects = computeOnce(({ results }: Report) => {
  const worst = new Map<string, number>();
  for (const { subject, verdict } of results) {
    const rank = ['violated', 'errored', 'inconclusive'].indexOf(verdict);
    worst.set(subject, Math.min(worst.get(subject) ?? 9, rank < 0 ? 9 : rank));
  }
  const names = [...worst].sort(([, one], [, other]) => one - other).map(([name]) => name);
  const places = new Map(names.map((name, index) => [name, index]));
  return { names, indexOf: (name: string) => places.get(name) ?? -1 };
});
