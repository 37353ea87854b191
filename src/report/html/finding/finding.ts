import type { Report, Result } from '../../../model/result/report.js';
import { clauseOf } from '../../results/group-results.js';
import { cut } from '../../text/fit-width.js';
import { headline, remarks, waiver } from '../../text/report-words.js';
import { advice } from '../advice/advice.js';
import { item } from '../page/filter-attributes.js';
import { html, type Markup } from '../page/markup.js';
import { bounds } from '../page/size-limits.js';
import { sourceLinks } from '../page/source-links.js';
import { commands } from './commands.js';
import { comparison, valueBlock } from './comparison.js';
import { sequence } from './sequence-diagram.js';

/** A violation with its number, as `assay replay` counts them. */
export interface Finding {
  readonly number: number;
  readonly result: Result;
}

/** Everything about one violation: the promise, what happened instead, the proof, how to see it again, and what to change. */
export function finding({ number, result }: Finding, report: Report): Markup {
  const { evidence } = result;
  return article(
    { number, result },
    report,
    html`${evidence ? html`${comparison(evidence)}${valueBlock('Smallest case', evidence.case)}${sequence(evidence.exchanges, report)}${controls(evidence.controls)}${commands(evidence, number)}` : html`<p class="hint">No evidence was kept.</p>`}
${advice(result)}`,
  );
}

/** The same in brief, where the file would grow too large. */
export const briefFinding = ({ number, result }: Finding, report: Report): Markup =>
  article(
    { number, result },
    report,
    html`<p class="hint">The proof is left out here, for the size of this file: report.json has it.</p>${result.evidence ? commands({ ...result.evidence, curl: [] }, number) : undefined}`,
  );

const article = ({ number, result }: Finding, report: Report, proof: Markup): Markup =>
  html`<article class="finding" id="f${number}" aria-labelledby="f${number}-title" ${item(result, report)}>
<header><h3 id="f${number}-title"><span class="ordinal">${number}</span> ${cut(headline(result), bounds.text)}</h3>
<p class="facts"><span class="level">${result.level}</span> <code>${result.rule}</code> on <code>${cut(result.subject, bounds.text)}</code>${remarks(result).map((remark) => html` <span class="chip">${remark}</span>`)}</p></header>
${result.waived ? html`<p class="waiver">${cut(waiver(result.waived), bounds.text)}</p>` : undefined}
${promise(result, report)}
${proof}</article>`;

function promise(result: Result, report: Report): Markup {
  const clause = clauseOf(report, result);
  return html`<dl class="promise"><div><dt>Promised</dt><dd>${result.title}</dd></div>
<div><dt>Seen</dt><dd>${cut(headline(result), bounds.text)}</dd></div>
${clause ? html`<div><dt><a href="#c-${clause.clause}">${clause.clause}</a></dt><dd><q>${clause.sentence}</q> <span class="source">${sourceLinks(clause.source)}</span></dd></div>` : html`<div><dt>Clause</dt><dd>${result.clause}</dd></div>`}</dl>`;
}

const controls = (numbers: readonly number[] = []): Markup | undefined =>
  numbers.length === 0
    ? undefined
    : html`<p class="hint">Control exchanges, which tell the effect from what changes anyway, are on the tape: ${cut(numbers.join(', '), 200)}.</p>`;
