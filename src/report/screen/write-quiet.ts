import { listFindings } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import type { Report } from '../../model/result/report.js';
import { renderHarmRows } from '../console/header.js';
import { createRow, renderRows, type Terminal } from '../console/print.js';
import { formatCount } from '../text/report-words.js';
import { renderEndRows } from './end-rows.js';
import { renderFindingLine } from './finding-rows.js';

const maxFindings = 5;

/** Renders whether a run passed, and why: the findings that fail it, one line each, or those that do not. */
export function writeQuiet(report: Report, terminal: Terminal): string {
  const { width } = terminal;
  const failing = listFindings(report).filter(({ result }) => weighViolation(result, report.run) === 'fails');
  const shown = failing.slice(0, maxFindings);
  const more = failing.length - shown.length;
  return renderRows(
    [
      ...renderHarmRows(report, width),
      ...shown.map((finding) => renderFindingLine(finding, report, width)),
      ...(more > 0 ? [createRow(`and ${formatCount(more, 'more violation')}`)] : []),
      ...renderEndRows(report, { width, notes: [] }),
    ],
    terminal,
  );
}
