import type { Report, Result } from '../../../model/result/report.js';
import { filterByVerdict, groupBySuite } from '../../results/group-results.js';
import { cut } from '../../text/fit-width.js';
import { describeResult, formatCount, listRemarks, verdictWords } from '../../text/report-words.js';
import { numberFindings } from '../finding/order-findings.js';
import { renderFilterAttributes } from '../page/filter-attributes.js';
import { html, type Markup, renderFoldedSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderMark } from '../page/verdict-mark.js';

/** Counts held checks by suite, with their cases and requests. */
export function renderHeldSection(report: Report): Markup | undefined {
  const own = filterByVerdict(report, 'held');
  if (own.length === 0) return undefined;
  const rows = [...groupBySuite(own)].map(([suite, results]) => {
    const { rules, subjects, cases, corners, requests } = sumResults(results);
    const counts = [rules, subjects, cases, corners, requests];
    return html`<tr><th scope="row">${suite}</th>${counts.map((count) => html`<td class="count">${count}</td>`)}</tr>`;
  });
  return renderFoldedSection(
    'held',
    `Held (${own.length})`,
    html`<div class="scroll" data-sum="" tabindex="0" role="group" aria-label="What held, by suite"><table><thead><tr><th scope="col">Suite</th><th scope="col" class="count">Rules</th><th scope="col" class="count">Subjects</th><th scope="col" class="count">Cases</th><th scope="col" class="count">At a boundary</th><th scope="col" class="count">Requests</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  );
}

function sumResults(results: readonly Result[]) {
  const rules = new Set<string>();
  const subjects = new Set<string>();
  const total = { cases: 0, corners: 0, requests: 0 };
  for (const { rule, subject, cases, corners = 0, requests } of results) {
    rules.add(rule);
    subjects.add(subject);
    total.cases += cases;
    total.corners += corners;
    total.requests += requests;
  }
  return { ...total, rules: rules.size, subjects: subjects.size };
}

export function renderVerdictsSection(report: Report): Markup | undefined {
  if (report.results.length === 0) return undefined;
  const sorted = verdictWords.flatMap((word) => filterByVerdict(report, word));
  const numbers = numberFindings(report);
  const shown = sorted.slice(0, sizeLimits.verdicts);
  const missing = sorted.length - shown.length;
  return renderFoldedSection(
    'verdicts',
    `All verdicts (${sorted.length})`,
    html`${missing > 0 ? html`<p class="hint">The ${sizeLimits.verdicts} most severe; ${formatCount(missing, 'more verdict')} in the matrix, and in full in report.json.</p>` : undefined}
<div class="scroll" tabindex="0" role="group" aria-label="All verdicts"><table class="verdicts"><thead><tr><th scope="col">Verdict</th><th scope="col">Level</th><th scope="col">Rule and subject</th><th scope="col">Observed</th></tr></thead><tbody>${shown.map((result) => renderVerdictRow(result, report, numbers.get(result)))}</tbody></table></div>`,
  );
}

function renderVerdictRow(result: Result, report: Report, number: number | undefined): Markup {
  const { verdict, level, rule, subject, notes = [] } = result;
  return html`<tr ${renderFilterAttributes(result, report)}><td>${renderMark(verdict)}${listRemarks(result).map((remark) => html` <span class="chip">${remark}</span>`)}</td><td class="level">${level}</td><td><code>${rule}</code><br><span class="hint">${cut(subject, 200)}</span></td><td>${number === undefined ? undefined : html`<a href="#f${number}">${number}.</a> `}${cut(describeResult(result), 600)}${notes.map((note) => html`<br><span class="hint">${cut(note, 400)}</span>`)}</td></tr>`;
}
