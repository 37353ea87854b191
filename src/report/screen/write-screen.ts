import type { Permission } from '../../model/permission.js';
import { isDecided, listFindings } from '../../model/result/findings.js';
import { quickExclusion } from '../../model/result/quick.js';
import type { Report } from '../../model/result/report.js';
import { renderHarmRows } from '../console/header.js';
import type { Row, Terminal } from '../console/print.js';
import { createRow, createSpan, createUncutRow, emptyRow, renderRows, wrapProse } from '../console/print.js';
import { describeCounts } from '../results/group-results.js';
import { describeTraffic } from '../text/describe-traffic.js';
import { countColumns } from '../text/fit-width.js';
import { formatCount, formatDuration, formatTargetName } from '../text/report-words.js';
import { renderEndRows } from './end-rows.js';
import { maxFindingLines, renderFindingsWithin } from './finding-rows.js';
import { chooseCauses, renderNotCheckedRows } from './not-checked-rows.js';
import { renderBrokenDocumentRows } from './omitted-entries.js';

export interface ScreenOptions extends Terminal {
  /** Maximum number of lines; default 24. */
  readonly height?: number;
  readonly createReplayCommand: (number: number) => string;
  /** Lines above the last one: files, items that may be left, next commands. */
  readonly notes: readonly string[];
  /** The command to type next where nothing could be checked. */
  readonly nextCommand?: string | undefined;
}

/** Lines of a usual terminal. */
const usualHeight = 24;

/** Renders the answer of a run on one screen: findings, counts, what was not checked, and the gate in the last line. */
export function writeScreen(report: Report, options: ScreenOptions): string {
  const { width, height = usualHeight } = options;
  const hasVerdict = report.results.some(isDecided);
  const { stoppedBy } = report.run;
  const stop = stoppedBy ? [createUncutRow(stoppedBy)] : [];
  const head = [
    ...renderHarmRows(report, width),
    ...stop,
    renderHeadRow(report, width),
    ...describeTraffic(report).flatMap((line) => wrapProse('', line, width)),
    ...renderBrokenDocumentRows(report, width),
  ];
  const findings = listFindings(report);
  const causes = hasVerdict ? chooseCauses(report) : undefined;
  const end = renderEndRows(report, { ...options, shownGaps: causes?.lost ?? [] });
  const counts = hasVerdict
    ? [
        ...wrapProse('', `${formatCount(report.results.length, 'check')}: ${describeCounts(report)}`, width),
        ...renderQuickRows(report),
      ]
    : [];
  const left = height - head.length - counts.length - end.length - 1;
  // The first finding, two lines for the others, and an empty one.
  const least = findings.length > 0 ? maxFindingLines + Math.min(findings.length, 3) : 0;
  const space = { width, room: left - least, isShort: findings.length > 0 && Number.isFinite(height) };
  const notChecked = causes ? renderNotCheckedRows(report, causes, space) : [];
  const tail = [...counts, ...notChecked, ...end];
  const room = left - notChecked.length;
  const rows =
    findings.length > 0 ? renderFindingsWithin(findings, report, { ...options, room: room - 1 }) : ([] as Row[]);
  return renderRows([...head, ...(rows.length > 0 ? [emptyRow, ...rows] : []), emptyRow, ...tail], options);
}

/** The service and the run in one line; facts that do not fit are left out from the end. */
function renderHeadRow(report: Report, width: number): Row {
  const { target, run } = report;
  const facts = [
    ...(run.endedEarly ? ['ended early'] : []),
    formatDuration(report.durationMs),
    ...(report.traffic
      ? []
      : [formatCount(report.requests, 'request'), `seed ${report.seed}`, permissionWords[run.permit]]),
  ];
  const name = formatTargetName(report);
  const address = target.baseUrl.includes(name) ? '' : ` ${target.baseUrl}`;
  const lead = address === '' ? target.baseUrl : name;
  const room = width - countColumns(`${lead}${address} ()`);
  while (facts.length > 1 && countColumns(facts.join(', ')) > room) facts.pop();
  return createRow(createSpan('strong', lead), `${address} `, createSpan('faint', `(${facts.join(', ')})`));
}

/** What a run could do to the service. */
const permissionWords: Readonly<Record<Permission, string>> = {
  reads: 'reads only',
  writes: 'may write',
  deletes: 'may delete',
  floods: 'may flood',
};

function renderQuickRows({ run, results }: Report): Row[] {
  if (!run.quick) return [];
  const leftOut = new Set(results.filter(({ why }) => why === quickExclusion).map(({ rule }) => rule));
  return [
    createRow(
      `--quick     leaves out ${formatCount(leftOut.size, 'rule')} and most cases; run without it before you merge`,
    ),
  ];
}
