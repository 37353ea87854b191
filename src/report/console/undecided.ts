import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict } from '../results/group-results.js';
import { describeReason, getHeadline } from '../text/report-words.js';
import { renderRowSection, wrapProse } from './layout.js';
import { createRow, type Row } from './print.js';

/** Lists inconclusive checks, and what would give them a verdict. */
export const renderUndecidedRows = (report: Report, width: number): Row[] =>
  renderRowSection('Inconclusive', renderGroupedReasons(filterByVerdict(report, 'inconclusive'), width));

/** Lists checks in which assay failed: they say nothing about the service. */
export const renderErroredRows = (report: Report, width: number): Row[] =>
  renderRowSection(
    'Errored: assay failed, not the service',
    renderGroupedReasons(filterByVerdict(report, 'errored'), width),
  );

/** Prints a shared reason once, below its checks: one violation can make dozens of checks inconclusive. */
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
  ...(result.enable ? wrapProse('    To get a verdict: ', result.enable, width) : []),
];
