import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict } from '../results/group-results.js';
import { describeReason, getHeadline } from '../text/report-words.js';
import { renderRowSection, wrapProse } from './layout.js';
import { createRow, type Row } from './print.js';

/** What was tried and could not be told, and what would make it decidable. */
export const renderUndecidedRows = (report: Report, width: number): Row[] =>
  renderRowSection('Undecided', renderGroupedReasons(filterByVerdict(report, 'inconclusive'), width));

/** Where the kit itself broke: nothing is said about the service. */
export const renderErroredRows = (report: Report, width: number): Row[] =>
  renderRowSection(
    'Errored: the kit broke, the service is not accused',
    renderGroupedReasons(filterByVerdict(report, 'errored'), width),
  );

/** A reason that several have stands once, below them: one violation may leave dozens undecided. */
function renderGroupedReasons(results: readonly Result[], width: number): Row[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = JSON.stringify([describeReason(result), result.enable]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].flatMap((group) => [
    ...group.map((result) => createRow(`  ${getHeadline(result)} [${result.subject}]  ${result.rule}`)),
    ...group.slice(0, 1).flatMap((result) => renderReason(result, width)),
  ]);
}

const renderReason = (result: Result, width: number): Row[] => [
  ...wrapProse('    ', describeReason(result), width, 'doubt'),
  ...(result.enable ? wrapProse('    to decide it: ', result.enable, width) : []),
];
