import type { OperationCoverage, SuiteChecks } from '../../../model/result/operation-coverage.js';
import type { Report, Verdict } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup, renderPageSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderMark, renderShape } from '../page/verdict-mark.js';

/** What was checked of each operation, and how it responded: those with violations first. */
export function renderOperationsSection({ coverage: { operations = [] } }: Report): Markup | undefined {
  if (operations.length === 0) return undefined;
  const sorted = operations.toSorted((one, other) => rank(one) - rank(other));
  const shown = sorted.slice(0, sizeLimits.operations);
  const rest = sorted.length - shown.length;
  return renderPageSection(
    'operations',
    `Operations of the service (${operations.length})`,
    html`<p class="legend">Checks by operation and suite; an empty cell has none. ${legend.map(([verdict, text]) => html`<span>${renderMark(verdict)} <span class="hint">${text}</span></span> `)}</p>
${renderHeatMap(shown)}
${renderResponses(shown)}${rest > 0 ? html`<p class="hint">${formatCount(rest, 'operation')} more in report.json</p>` : undefined}`,
  );
}

/** Violated, undecided, held, not called. */
const rank = ({ violated, undecided, rules }: OperationCoverage): number =>
  violated > 0 ? 0 : undecided > 0 ? 1 : rules.length > 0 ? 2 : 3;

const legend: readonly (readonly [Verdict, string])[] = [
  ['violated', '1/8: one of eight checks'],
  ['inconclusive', '3/8: three of eight, and none violated'],
  ['held', '8: all eight'],
  ['not-applicable', 'the suite has checks, and none applies'],
];

const renderTable = (name: string, kind: string, head: readonly Markup[], rows: readonly Markup[]): Markup =>
  html`<div class="scroll ${kind}" tabindex="0" role="group" aria-label="${name}"><table><caption class="unseen">${name}</caption><thead><tr><th scope="col">Operation</th>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;

const renderName = ({ method, path }: OperationCoverage): Markup =>
  html`<th scope="row"><code>${cut(`${method} ${path}`, 200)}</code></th>`;

function renderHeatMap(operations: readonly OperationCoverage[]): Markup {
  const suites = [...new Set(operations.flatMap((one) => Object.keys(listSuites(one))))].sort();
  const rows = operations.map(
    (one) =>
      html`<tr data-search="">${renderName(one)}${one.why === undefined ? suites.map((suite) => renderCell(listSuites(one)[suite])) : html`<td class="hint" colspan="${Math.max(1, suites.length)}">not called: ${cut(one.why, sizeLimits.text)}</td>`}</tr>\n`,
  );
  const head = suites.map((suite) => html`<th scope="col" class="subject"><span>${suite}</span></th>`);
  return renderTable('Checks by operation and suite', 'heat', head, rows);
}

/** Recorded traffic and earlier reports have no suites. */
const listSuites = ({ suites, held, violated, undecided, why }: OperationCoverage): Record<string, SuiteChecks> =>
  suites ?? (why === undefined ? { 'all suites': { held, violated, undecided } } : {});

/** The worst verdict by shape and colour, with the number of checks that have it. */
function renderCell({ held = 0, violated = 0, undecided = 0, unchecked = 0 }: SuiteChecks = {}): Markup {
  const all: readonly (readonly [number, Verdict, string])[] = [
    [violated, 'violated', `${violated}/${violated + held + undecided}`],
    [undecided, 'inconclusive', `${undecided}/${held + undecided}`],
    [held, 'held', `${held}`],
    [unchecked, 'not-applicable', ''],
  ];
  const [, verdict, text] = all.find(([count]) => count > 0) ?? [];
  if (verdict === undefined) return html`<td><span class="unseen">no check</span></td>`;
  return html`<td class="v-${verdict}">${renderShape(verdict)} ${text}<span class="unseen"> ${verdict}</span></td>`;
}

/** Statuses and times, drawn to scale, with the numbers beside them. */
function renderResponses(all: readonly OperationCoverage[]): Markup | undefined {
  const own = all.filter(({ statuses = [] }) => statuses.length > 0);
  if (own.length === 0) return undefined;
  const isTimed = own.some(({ latency }) => latency !== undefined);
  const slowest = Math.max(...own.map(({ latency }) => latency?.p99 ?? 0), 0.1);
  const names = isTimed ? ['Median, ms', '95 %', '99 %'] : [];
  const head = [
    html`<th scope="col">Responses by status</th>`,
    ...names.map((name) => html`<th scope="col" class="count">${name}</th>`),
    ...(isTimed ? [html`<th scope="col">0 to ${slowest} ms</th>`] : []),
  ];
  const rows = own.map(
    (one) =>
      html`<tr data-search="">${renderName(one)}<td>${renderStatuses(one)}</td>${isTimed ? renderTimes(one, slowest) : undefined}</tr>\n`,
  );
  return html`<h3>Responses</h3>${renderTable('Responses by operation', '', head, rows)}`;
}

function renderStatuses({ statuses = [], responses = {} }: OperationCoverage): Markup {
  const total = statuses.reduce((sum, status) => sum + (responses[status] ?? 0), 0);
  let at = 0;
  const bars = statuses.map((status) => {
    const width = ((responses[status] ?? 0) * 100) / Math.max(1, total);
    at += width;
    return html`<rect class="s${Math.floor(status / 100)}" x="${(at - width).toFixed(1)}" width="${width.toFixed(1)}" height="8"/>`;
  });
  const names = statuses.map((status) =>
    responses[status] === undefined ? `${status}` : `${status} (${responses[status]})`,
  );
  return html`${total > 0 ? html`<svg class="bars" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>` : undefined}${names.join(', ')}`;
}

/** From nothing to the 99th percentile; darker to the 95th, darkest to the median. */
function renderTimes({ latency }: OperationCoverage, slowest: number): Markup {
  if (latency === undefined) return html`<td colspan="4"></td>`;
  const { median, p95, p99 } = latency;
  const bars = [p99, p95, median].map(
    (ms, index) => html`<rect class="t${index}" width="${((ms * 100) / slowest).toFixed(1)}" height="8"/>`,
  );
  return html`${[median, p95, p99].map((ms) => html`<td class="count">${ms}</td>`)}<td><svg class="bars" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg></td>`;
}
