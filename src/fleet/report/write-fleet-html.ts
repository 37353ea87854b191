import { plainContentPolicy, style } from '../../report/html/page/assets.js';
import { html, type Markup, type Piece, renderPageSection, trustMarkup } from '../../report/html/page/markup.js';
import { renderMark, renderShape, shapeSprite } from '../../report/html/page/verdict-mark.js';
import { cut } from '../../report/text/fit-width.js';
import { formatCount, formatDuration } from '../../report/text/report-words.js';
import type { ClauseVerdict, FleetReport, FleetShare, FleetTargetResult } from './fleet-report.js';
import { describeChanges, describeFleetGate, linkTarget, listViolatedClauses, listViolations } from './fleet-text.js';

/** Maximum number of listed violations, of columns of the matrix, and of columns of a text; `fleet.json` has all. */
const maxListed = 1_000;
const maxColumns = 60;
const maxText = 300;

/** Renders the report of a fleet as one HTML file without scripts, which loads nothing. */
export function writeFleetHtml(report: FleetReport): string {
  const parts = [
    { id: 'summary', name: 'Summary', content: renderSummary(report) },
    { id: 'violations', name: 'Violated', content: renderViolations(report) },
    { id: 'fixed', name: 'Fixed', content: renderFixed(report) },
    { id: 'matrix', name: 'Targets and clauses', content: renderMatrix(report) },
    { id: 'owners', name: 'Owners', content: renderShares(report.owners, 'owners', 'Owners') },
    { id: 'groups', name: 'Groups', content: renderShares(report.groups, 'groups', 'Groups') },
    { id: 'targets', name: 'All targets', content: renderTargets(report) },
    { id: 'clauses', name: 'Clauses', content: renderClauses(report) },
  ].filter(({ content }) => content !== undefined);
  const title = `${cut(report.name, 120)}: ${describeFleetGate(report)}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(plainContentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="generator" content="assay ${report.kit.version}"><link rel="icon" href="data:,"><title>${title}</title>
<style>${trustMarkup(style)}</style></head>
<body>${shapeSprite}<a class="skip" href="#summary">Skip to the summary</a>
<div class="page"><header class="top"><div><h1>${cut(report.name, maxText)}</h1><p class="hint">${formatCount(report.targets.length, 'target')} audited by assay ${report.kit.version}, ${cut(report.startedAt, maxText)}</p></div></header>
<div class="body"><div class="side"><nav class="contents" aria-label="Contents"><ul>${parts.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></div>
<main>${parts.map(({ content }) => content)}</main></div></div></body></html>
`.markup;
}

/** A table in a box of its own, which scrolls; the keyboard can reach it. */
const renderTable = (label: string, head: readonly Piece[], rows: readonly Markup[]): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Table: ${label}"><table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

const renderRow = (cells: readonly Piece[]): Markup => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

function renderSummary(report: FleetReport): Markup {
  const changes = describeChanges(report);
  const { trend } = report;
  const rows = trend.map(({ startedAt, targets, passed, failed, violations }) =>
    renderRow([cut(startedAt, maxText), targets, passed, failed, violations]),
  );
  return renderPageSection(
    'summary',
    describeFleetGate(report),
    html`${changes === undefined ? undefined : html`<p>Since the run before: ${changes}.</p>`}
${trend.length > 1 ? renderTable('Trend', ['Run', 'Targets', 'Passed', 'Failed', 'Violations'], rows) : undefined}`,
  );
}

function renderViolations(report: FleetReport): Markup | undefined {
  const all = listViolations(report);
  if (all.length === 0) return undefined;
  const rows = all
    .slice(0, maxListed)
    .map(({ target, violation: { change, level, rule, subject, summary, isWaived } }) =>
      renderRow([
        renderTargetLink(target),
        change ?? '',
        level,
        html`<code>${cut(rule, maxText)}</code> [${cut(subject, maxText)}]`,
        html`${cut(summary, maxText)}${isWaived ? ' (waived)' : undefined}`,
        cut(target.owner ?? '', maxText),
      ]),
    );
  return renderPageSection(
    'violations',
    `Violated: ${formatCount(all.length, 'check')}`,
    html`${renderTable('Violated', ['Target', 'Change', 'Level', 'Rule', 'What', 'Owner'], rows)}${all.length > maxListed ? html`<p class="hint">${all.length - maxListed} more in fleet.json</p>` : undefined}`,
  );
}

function renderFixed({ targets }: FleetReport): Markup | undefined {
  const all = targets.flatMap((target) => target.fixed.map((fixed) => ({ target, ...fixed })));
  if (all.length === 0) return undefined;
  const rows = all
    .slice(0, maxListed)
    .map(({ target, rule, subject }) =>
      renderRow([renderTargetLink(target), html`<code>${cut(rule, maxText)}</code>`, cut(subject, maxText)]),
    );
  return renderPageSection(
    'fixed',
    `Fixed since the run before: ${formatCount(all.length, 'check')}`,
    renderTable('Fixed', ['Target', 'Rule', 'Subject'], rows),
  );
}

function renderMatrix(report: FleetReport): Markup | undefined {
  const clauses = listViolatedClauses(report);
  if (clauses.length === 0) return undefined;
  const shown = clauses.slice(0, maxColumns);
  const rows = report.targets.map((target) =>
    renderRow([renderTargetLink(target), ...shown.map((clause) => renderCell(target.clauses[clause]))]),
  );
  return renderPageSection(
    'matrix',
    'Targets and violated clauses',
    html`${renderTable('Targets and violated clauses', ['Target', ...shown.map((clause) => cut(clause, maxText))], rows)}${clauses.length > maxColumns ? html`<p class="hint">${clauses.length - maxColumns} more clauses in fleet.json</p>` : undefined}`,
  );
}

const renderCell = (verdict: ClauseVerdict | undefined): Markup =>
  verdict === undefined
    ? html`<span class="unseen">no report</span>`
    : html`<span class="v-${verdict}">${renderShape(verdict)}<span class="unseen">${verdict}</span></span>`;

function renderShares(shares: readonly FleetShare[], id: string, title: string): Markup | undefined {
  if (shares.length === 0) return undefined;
  const rows = shares.map((share) =>
    renderRow([
      cut(share.name, maxText),
      share.targets,
      share.failed,
      share.violations,
      share.new,
      share.fixed,
      share.flaky,
    ]),
  );
  return renderPageSection(
    id,
    title,
    renderTable(title, ['Name', 'Targets', 'Failed', 'Violations', 'New', 'Fixed', 'Flaky'], rows),
  );
}

function renderTargets({ targets }: FleetReport): Markup {
  const rows = targets.map((target) => {
    const { status, exit, why, owner, group, labels, counts, requests, durationMs, leftovers, violations } = target;
    return renderRow([
      renderTargetLink(target),
      html`${status}${exit === undefined ? undefined : html` (exit ${exit})`}${why === undefined ? undefined : html`<span class="source">${cut(why, maxText)}</span>`}`,
      violations.length,
      counts.inconclusive ?? 0,
      leftovers,
      requests ?? '',
      durationMs === undefined ? '' : formatDuration(durationMs),
      cut(group ?? '', maxText),
      cut(owner ?? '', maxText),
      cut(formatLabels(labels), maxText),
    ]);
  });
  const head = ['Target', 'Result', 'Violated', 'Inconclusive', 'Not removed', 'Requests', 'Duration'];
  return renderPageSection(
    'targets',
    'All targets',
    renderTable('All targets', [...head, 'Group', 'Owner', 'Labels'], rows),
  );
}

const formatLabels = (labels: FleetTargetResult['labels'] = {}): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

function renderClauses({ clauses }: FleetReport): Markup | undefined {
  if (clauses.length === 0) return undefined;
  const verdicts = ['violated', 'errored', 'inconclusive', 'held', 'not-applicable', 'not-run', 'untested'] as const;
  const rows = clauses.map(({ clause, level, sentence, counts }) =>
    renderRow([
      cut(clause, maxText),
      level,
      cut(sentence, maxText),
      ...verdicts.map((verdict) => counts[verdict] ?? 0),
    ]),
  );
  return renderPageSection(
    'clauses',
    'Number of targets by clause and verdict',
    renderTable('Clauses', ['Clause', 'Level', 'Sentence', ...verdicts.map((verdict) => renderMark(verdict))], rows),
  );
}

function renderTargetLink(target: FleetTargetResult): Markup {
  const link = linkTarget(target);
  return link === undefined
    ? html`${cut(target.name, maxText)}`
    : html`<a href="${link}">${cut(target.name, maxText)}</a>`;
}
