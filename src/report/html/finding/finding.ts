import type { Report, Result } from '../../../model/result/report.js';
import { findClause } from '../../results/group-results.js';
import { listDifferences } from '../../results/list-differences.js';
import { cut } from '../../text/fit-width.js';
import { formatWaiver, getHeadline, getSmallestCase, listRemarks } from '../../text/report-words.js';
import { renderAdvice } from '../advice/advice.js';
import { renderFilterAttributes } from '../page/filter-attributes.js';
import { html, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderSourceLinks } from '../page/source-links.js';
import { renderCommands } from './commands.js';
import { renderComparison, renderValueBlock } from './comparison.js';
import { renderSequence } from './sequence-diagram.js';

/** A violation with its number, as `assay replay` counts them. */
export interface NumberedViolation {
  readonly number: number;
  readonly result: Result;
}

/** Renders one violation: the rule, what happened instead, the evidence, how to reproduce it, and what to change. */
export function renderFinding({ number, result }: NumberedViolation, report: Report): Markup {
  const { evidence } = result;
  return renderArticle(
    { number, result },
    report,
    html`${evidence ? html`${renderComparison(evidence)}${renderValueBlock('Smallest case', getSmallestCase(evidence))}${renderSequence(evidence.exchanges, report)}${renderControls(evidence.controls)}${renderCommands(evidence, number)}` : html`<p class="hint">No evidence was recorded.</p>`}
${renderAdvice(result)}`,
  );
}

/** The short form, for when the file would grow too large. */
export const renderBriefFinding = ({ number, result }: NumberedViolation, report: Report): Markup =>
  renderArticle(
    { number, result },
    report,
    html`<p class="hint">The evidence is omitted here to limit the size of this file; see report.json.</p>${result.evidence ? renderCommands({ ...result.evidence, curl: [] }, number) : undefined}`,
  );

const renderArticle = ({ number, result }: NumberedViolation, report: Report, proof: Markup): Markup =>
  html`<article class="finding" id="f${number}" aria-labelledby="f${number}-title" ${renderFilterAttributes(result, report)}>
<header><h3 id="f${number}-title"><span class="ordinal">${number}</span> ${cut(getHeadline(result), sizeLimits.text)}</h3>
<p class="facts"><span class="level">${result.level}</span> <code>${result.rule}</code> on <code>${cut(result.subject, sizeLimits.text)}</code>${listRemarks(result).map((remark) => html` <span class="chip">${remark}</span>`)}</p></header>
${result.waived ? html`<p class="waiver">${cut(formatWaiver(result.waived), sizeLimits.text)}</p>` : undefined}
${renderPromise(result, report)}
${proof}</article>`;

function renderPromise(result: Result, report: Report): Markup {
  const clause = findClause(report, result);
  const [difference] = result.evidence ? listDifferences(result.evidence.expected, result.evidence.actual) : [];
  return html`<dl class="promise">${clause?.fix ? html`<div><dt>Fix</dt><dd>${clause.fix}</dd></div>` : undefined}<div><dt>Rule</dt><dd>${result.title}</dd></div>
<div><dt>Seen</dt><dd>${cut(difference ?? getHeadline(result), sizeLimits.text)}</dd></div>
${clause ? html`<div><dt><a href="#c-${clause.clause}">${clause.clause}</a></dt><dd><q>${clause.sentence}</q> <span class="source">${renderSourceLinks(clause.source)}</span></dd></div>` : html`<div><dt>Clause</dt><dd>${result.clause}</dd></div>`}${
  clause?.why
    ? html`
<div><dt>Why</dt><dd>${clause.why}</dd></div>`
    : undefined
}</dl>`;
}

const renderControls = (numbers: readonly number[] = []): Markup | undefined =>
  numbers.length === 0
    ? undefined
    : html`<p class="hint">Comparison requests, which show what changes anyway: ${cut(numbers.join(', '), 200)} (numbers in tape.ndjson).</p>`;
