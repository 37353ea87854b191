import { listFindings } from '../../model/result/findings.js';
import type { Report } from '../../model/result/report.js';
import { renderClosing } from './closing.js';
import { renderHeader } from './header.js';
import { renderHeading } from './layout.js';
import { emptyRow, type Row, renderRows, type Terminal } from './print.js';
import { renderRequestRows } from './request-rows.js';
import { renderErroredRows, renderUndecidedRows } from './undecided.js';
import { renderNoteSections, renderUncheckedRows } from './unseen.js';
import { renderVerdictRows } from './verdicts.js';
import { renderViolationRows } from './violation.js';

/** Renders a report for a developer: verdicts, then each violation in full, then the checks without a conclusion. */
export function writeConsole(report: Report, terminal: Terminal): string {
  const { width } = terminal;
  const violated = listFindings(report).map(({ number, result }) => renderViolationRows(result, number, report, width));
  const found = [
    ...violated.map((rows, index) => (index === 0 ? [renderHeading('Violated'), emptyRow, ...rows] : rows)),
    renderErroredRows(report, width),
    renderUndecidedRows(report, width),
  ];
  const around = {
    before: renderVerdictRows(report, width),
    after: [renderUncheckedRows(report, width), ...renderNoteSections(report, width), renderRequestRows(report)],
  };
  const sections = [around.before, ...found, ...around.after];
  const whole = [renderHeader(report, width), ...sections, renderClosing(report, width)].filter(
    ({ length }) => length > 0,
  );
  return renderRows(whole.flatMap(separateRows), terminal);
}

const separateRows = (rows: readonly Row[], index: number): readonly Row[] =>
  index === 0 ? rows : [emptyRow, ...rows];
