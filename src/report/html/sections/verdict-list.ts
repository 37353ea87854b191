import type { Report, Result } from '../../../model/result/report.js';
import { bySuite, withVerdict } from '../../results/group-results.js';
import { cut } from '../../text/fit-width.js';
import { counted, extent, headline, reason, remarks, words } from '../../text/report-words.js';
import { shownFindings } from '../finding/findings.js';
import { item } from '../page/filter-attributes.js';
import { html, type Markup } from '../page/markup.js';
import { section } from '../page/section.js';
import { bounds } from '../page/size-limits.js';
import { mark } from '../page/verdict-mark.js';

/** What held, suite by suite, with how much it rests on. */
export function held(report: Report): Markup | undefined {
  const own = withVerdict(report, 'held');
  if (own.length === 0) return undefined;
  const rows = [...bySuite(own)].map(([suite, results]) => {
    const { rules, subjects, cases, corners, requests } = sums(results);
    const counts = [rules, subjects, cases, corners, requests];
    return html`<tr><th scope="row">${suite}</th>${counts.map((count) => html`<td class="count">${count}</td>`)}</tr>`;
  });
  return section(
    'held',
    `Held (${own.length})`,
    html`<div class="scroll" tabindex="0" role="group" aria-label="What held, by suite"><table><thead><tr><th scope="col">Suite</th><th scope="col" class="count">Rules</th><th scope="col" class="count">Subjects</th><th scope="col" class="count">Cases</th><th scope="col" class="count">At a boundary</th><th scope="col" class="count">Requests</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  );
}

/** What the results rest on together. */
function sums(results: readonly Result[]) {
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

/** Every verdict in a line: the answer to "did you look at …?". */
export function everyVerdict(report: Report): Markup | undefined {
  if (report.results.length === 0) return undefined;
  const sorted = words.flatMap((word) => withVerdict(report, word));
  const numbers = shownFindings(report);
  const shown = sorted.slice(0, bounds.verdicts);
  const missing = sorted.length - shown.length;
  return section(
    'verdicts',
    `Every verdict (${sorted.length})`,
    html`${missing > 0 ? html`<p class="hint">The worst ${bounds.verdicts} of them: ${counted(missing, 'more verdict')} in the matrix, and in full in report.json.</p>` : undefined}
<div class="scroll" tabindex="0" role="group" aria-label="Every verdict"><table class="verdicts"><thead><tr><th scope="col">Verdict</th><th scope="col">Level</th><th scope="col">Rule and subject</th><th scope="col">What was seen</th></tr></thead><tbody>${shown.map((result) => row(result, report, numbers.get(result)))}</tbody></table></div>`,
  );
}

function row(result: Result, report: Report, number: number | undefined): Markup {
  const { verdict, level, rule, subject, notes = [] } = result;
  return html`<tr ${item(result, report)}><td>${mark(verdict)}${remarks(result).map((remark) => html` <span class="chip">${remark}</span>`)}</td><td class="level">${level}</td><td><code>${rule}</code><br><span class="hint">${cut(subject, 200)}</span></td><td>${number === undefined ? undefined : html`<a href="#f${number}">${number}.</a> `}${seen(result)}${notes.map((note) => html`<br><span class="hint">${cut(note, 400)}</span>`)}</td></tr>`;
}

function seen(result: Result): string {
  if (result.verdict === 'held') return `${result.title}: ${extent(result)}`;
  const said = result.verdict === 'violated' ? headline(result) : `${result.title}: ${reason(result)}`;
  return cut(said, 600);
}
