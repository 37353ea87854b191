import type { Report } from '../../model/result/report.js';
import { filterByVerdict } from '../results/group-results.js';
import { renderClosing } from './closing.js';
import { renderHeader } from './header.js';
import { renderHeading } from './layout.js';
import { emptyRow, type Row, renderRows, type Terminal } from './print.js';
import { renderErroredRows, renderUndecidedRows } from './undecided.js';
import { renderNoteSections, renderUncheckedRows } from './unseen.js';
import { renderVerdictRows } from './verdicts.js';
import { renderViolationRows } from './violation.js';

/** Renders a report for a developer: verdicts, then each violation in full, then the checks without a conclusion. */
export function writeConsole(report: Report, terminal: Terminal): string {
  const { width } = terminal;
  const violated = filterByVerdict(report, 'violated').map((result, index) =>
    renderViolationRows(result, index + 1, report, width),
  );
  const found = [
    ...violated.map((rows, index) => (index === 0 ? [renderHeading('Violated'), emptyRow, ...rows] : rows)),
    renderErroredRows(report, width),
    renderUndecidedRows(report, width),
  ];
  const around = {
    before: renderVerdictRows(report, width),
    after: [renderUncheckedRows(report, width), ...renderNoteSections(report, width)],
  };
  const sections = terminal.isBrief ? found : [around.before, ...found, ...around.after];
  const whole = [renderHeader(report, width), ...sections, renderClosing(report, width)].filter(
    ({ length }) => length > 0,
  );
  return renderRows(whole.flatMap(separateRows), terminal);
}

const separateRows = (rows: readonly Row[], index: number): readonly Row[] =>
  index === 0 ? rows : [emptyRow, ...rows];
