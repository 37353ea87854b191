import type { ClauseCoverage, Report } from '../../model/result/report.js';
import { cut } from '../text/fit-width.js';
import { formatCount } from '../text/report-words.js';
import { renderFindingsSection } from './finding/findings.js';
import { renderMatrixSection } from './matrix/matrix.js';
import { html, type Markup, renderFoldedSection } from './page/markup.js';
import { renderHtmlPage } from './page/page.js';
import { sizeLimits } from './page/size-limits.js';
import { renderSourceLinks } from './page/source-links.js';
import { renderMark } from './page/verdict-mark.js';
import { renderOperationsSection } from './sections/operations.js';
import { renderRunSection } from './sections/run.js';
import { renderServiceSection, renderWaiversSection } from './sections/service.js';
import { renderSummarySection } from './sections/summary.js';
import { nameUndecided, renderUncheckedSection, renderUndecidedSection } from './sections/undecided.js';
import { renderHeldSection, renderVerdictsSection } from './sections/verdict-list.js';

/** Renders the report as one HTML file without dependencies, for browsers and printers. */
export const writeHtml = (report: Report): string =>
  renderHtmlPage(report, [
    { id: 'summary', name: 'Summary', content: renderSummarySection(report) },
    { id: 'findings', name: 'Violated', content: renderFindingsSection(report) },
    { id: 'operations', name: 'Operations', content: renderOperationsSection(report) },
    { id: 'undecided', name: nameUndecided(report), content: renderUndecidedSection(report) },
    { id: 'unseen', name: 'Not checked', content: renderUncheckedSection(report) },
    { id: 'held', name: 'Held', content: renderHeldSection(report) },
    { id: 'matrix', name: 'Rules and subjects', content: renderMatrixSection(report) },
    { id: 'verdicts', name: 'All verdicts', content: renderVerdictsSection(report) },
    { id: 'waivers', name: 'Known failures', content: renderWaiversSection(report) },
    { id: 'convention', name: 'The convention', content: renderCoverageSection(report) },
    { id: 'service', name: 'The service', content: renderServiceSection(report) },
    { id: 'run', name: 'The run', content: renderRunSection(report) },
  ]);

/** Lists the clauses of the convention, each with its verdict. */
function renderCoverageSection({ coverage: { clauses } }: Report): Markup | undefined {
  if (clauses.length === 0) return undefined;
  const shown = clauses.slice(0, sizeLimits.verdicts);
  return renderFoldedSection(
    'convention',
    `Clauses of the convention (${clauses.length})`,
    html`<div class="scroll" tabindex="0" role="group" aria-label="Clauses of the convention"><table class="clauses"><thead><tr><th scope="col">Clause</th><th scope="col">Verdict</th><th scope="col">Sentence</th><th scope="col">Rules</th></tr></thead><tbody>${shown.map(renderClauseRow)}</tbody></table></div>${clauses.length > shown.length ? html`<p class="hint">${formatCount(clauses.length - shown.length, 'clause')} more in report.json</p>` : undefined}`,
  );
}

const renderClauseRow = ({ clause, sentence, level, source, verdict, rules, untested }: ClauseCoverage): Markup =>
  html`<tr id="c-${clause}" data-item="" data-verdict="${verdict}" data-level="${level}" data-suite="${joinSuites(rules)}"><th scope="row">${clause}</th><td>${renderMark(verdict)}</td><td>${cut(sentence, sizeLimits.text)} <span class="source">${renderSourceLinks(source)}</span></td><td>${rules.length > 0 ? rules.map((rule) => html`<code>${rule}</code> `) : html`<span class="hint">${untested ?? 'no rule was checked'}</span>`}</td></tr>`;

const joinSuites = (rules: readonly string[]): string =>
  [...new Set(rules.map((rule) => rule.split('/')[0] ?? rule))].join(' ');
