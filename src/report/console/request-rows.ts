import type { Report } from '../../model/result/report.js';
import { requestPurposes, type SuiteRequests } from '../../model/result/request-split.js';
import { renderRowSection } from './layout.js';
import { createRow, createSpan, type Row } from './print.js';

/** Renders how many requests each suite sent, by purpose, and the sums. */
export function renderRequestRows({ requestsBySuite = [] }: Report): Row[] {
  if (requestsBySuite.length === 0) return [];
  const shared = requestsBySuite.find(({ suite }) => suite === '-');
  const suites = requestsBySuite.filter((row) => row !== shared).sort((one, other) => sum(other) - sum(one));
  const rows = [...suites, ...(shared ? [{ ...shared, suite: '(shared)' }] : []), addUp(requestsBySuite)];
  const width = Math.max(...rows.map(({ suite }) => suite.length));
  const cells = (name: string, numbers: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${numbers.map((number) => String(number).padStart(columnWidth)).join('')}`;
  return renderRowSection('Requests', [
    createRow(createSpan('faint', cells('', [...requestPurposes, 'sum']))),
    ...rows.map((row) => createRow(cells(row.suite, [...requestPurposes.map((purpose) => row[purpose]), sum(row)]))),
  ]);
}

const columnWidth = 13;

const sum = (row: SuiteRequests): number => requestPurposes.reduce((total, purpose) => total + row[purpose], 0);

function addUp(rows: readonly SuiteRequests[]): SuiteRequests {
  const total = { suite: 'sum', setup: 0, treatment: 0, control: 0, confirmation: 0, cleanup: 0 };
  for (const row of rows) for (const purpose of requestPurposes) total[purpose] += row[purpose];
  return total;
}
