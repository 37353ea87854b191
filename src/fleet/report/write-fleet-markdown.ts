import { escapeMarkdown, renderCellCode, renderTable } from '../../report/markdown/escape-markdown.js';
import { cut } from '../../report/text/fit-width.js';
import { formatCount, formatDuration } from '../../report/text/report-words.js';
import type { FleetReport, FleetShare, FleetTargetResult } from './fleet-report.js';
import { describeChanges, describeFleetGate, linkTarget, listViolatedClauses, listViolations } from './fleet-text.js';

/** Maximum number of rows of a table and columns of the matrix: hosts refuse longer texts, and `fleet.json` has all. */
const maxRows = 200;
const maxColumns = 20;
const maxText = 160;

/** Renders the report of a fleet as Markdown: for job summaries and messages. */
export function writeFleetMarkdown(report: FleetReport): string {
  const changes = describeChanges(report);
  const parts = [
    `# ${escapeText(report.name)}: ${escapeText(describeFleetGate(report))}`,
    ...(changes === undefined ? [] : [`Since the run before: ${changes}.`]),
    ...renderTrend(report),
    ...renderViolations(report),
    ...renderFixed(report),
    ...renderMatrix(report),
    ...renderShares('Owners', report.owners),
    ...renderShares('Groups', report.groups),
    ...renderTargets(report),
  ];
  return `${parts.join('\n\n')}\n`;
}

const escapeText = (text: string): string => escapeMarkdown(cut(text, maxText));

function renderList(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const more = rows.length > maxRows ? [`${rows.length - maxRows} more in fleet.json`] : [];
  return [`## ${title}`, renderTable(head, rows.slice(0, maxRows)), ...more];
}

const renderTrend = ({ trend }: FleetReport): string[] =>
  trend.length < 2
    ? []
    : renderList(
        'Trend',
        ['Run', 'Targets', 'Passed', 'Failed', 'Violations'],
        trend.map(({ startedAt, targets, passed, failed, violations }) =>
          [escapeText(startedAt), targets, passed, failed, violations].map(String),
        ),
      );

function renderViolations(report: FleetReport): string[] {
  const all = listViolations(report);
  return renderList(
    `Violated: ${formatCount(all.length, 'check')}`,
    ['Target', 'Change', 'Level', 'Rule', 'Subject', 'What', 'Owner'],
    all.map(({ target, violation: { change = '', level, rule, subject, summary, isWaived } }) => [
      renderTargetLink(target),
      change,
      level,
      renderCellCode(cut(rule, maxText)),
      escapeText(subject),
      `${escapeText(summary)}${isWaived ? ' (waived)' : ''}`,
      escapeText(target.owner ?? ''),
    ]),
  );
}

const renderFixed = ({ targets }: FleetReport): string[] =>
  renderList(
    'Fixed since the run before',
    ['Target', 'Rule', 'Subject'],
    targets.flatMap((target) =>
      target.fixed.map(({ rule, subject }) => [
        renderTargetLink(target),
        renderCellCode(cut(rule, maxText)),
        escapeText(subject),
      ]),
    ),
  );

/** Only targets with a violation: the others are in the list of all targets. */
function renderMatrix(report: FleetReport): string[] {
  const shown = listViolatedClauses(report).slice(0, maxColumns);
  const failing = report.targets.filter(({ violations }) => violations.length > 0);
  return renderList(
    'Targets and violated clauses',
    ['Target', ...shown.map(escapeText)],
    failing.map((target) => [renderTargetLink(target), ...shown.map((clause) => target.clauses[clause] ?? '')]),
  );
}

const renderShares = (title: string, shares: readonly FleetShare[]): string[] =>
  renderList(
    title,
    ['Name', 'Targets', 'Failed', 'Violations', 'New', 'Fixed', 'Flaky'],
    shares.map(({ name, targets, failed, violations, new: added, fixed, flaky }) => [
      escapeText(name),
      ...[targets, failed, violations, added, fixed, flaky].map(String),
    ]),
  );

const renderTargets = ({ targets }: FleetReport): string[] =>
  renderList(
    'All targets',
    ['Target', 'Result', 'Violated', 'Duration', 'Group', 'Owner', 'Why'],
    targets.map((target) => {
      const { status, exit, violations, durationMs, group = '', owner = '', why = '' } = target;
      return [
        renderTargetLink(target),
        `${status}${exit === undefined ? '' : ` (exit ${exit})`}`,
        String(violations.length),
        durationMs === undefined ? '' : formatDuration(durationMs),
        ...[group, owner, why].map(escapeText),
      ];
    }),
  );

function renderTargetLink(target: FleetTargetResult): string {
  const link = linkTarget(target)?.replaceAll('(', '%28').replaceAll(')', '%29');
  return link === undefined ? escapeText(target.name) : `[${escapeText(target.name)}](${link})`;
}
