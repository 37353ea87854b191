import type { ClauseCoverage, Report } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { renderFoldedSection } from '../page/section.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderSourceLinks } from '../page/source-links.js';
import { renderMark } from '../page/verdict-mark.js';

/** Lists the clauses of the convention, each with its verdict. */
export function renderCoverageSection({ coverage: { clauses } }: Report): Markup | undefined {
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
