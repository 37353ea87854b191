import type { Finding } from '../../../model/result/findings.js';
import type { Evidence, Report } from '../../../model/result/report.js';
import { findUnsetVariables } from '../../results/curl-variables.js';
import { findClause } from '../../results/group-results.js';
import { listDifferences } from '../../results/list-differences.js';
import { listRelations } from '../../results/related-findings.js';
import { escapeControlCharacters } from '../../text/escape-control-characters.js';
import { cut } from '../../text/fit-width.js';
import { formatCount, formatWaiver, getHeadline, getSmallestCase, listRemarks } from '../../text/report-words.js';
import { renderAdvice } from '../advice/advice.js';
import { renderFilterAttributes } from '../page/filter-attributes.js';
import { html, joinLines, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { renderSourceLinks } from '../page/source-links.js';
import { renderComparison, renderValueBlock } from './comparison.js';
import { numberFindings } from './order-findings.js';
import { renderSequence } from './sequence-diagram.js';

/** Renders one violation: the rule, what happened instead, the evidence, how to reproduce it, and what to change. */
export function renderFinding({ number, result }: Finding, report: Report, action?: Markup): Markup {
  const { evidence } = result;
  return renderArticle(
    { number, result },
    report,
    html`${evidence ? html`${renderComparison(evidence)}${renderSequence(evidence.exchanges, report)}${renderControls(evidence.controls)}${renderGeneratedValues(evidence)}${renderCommands(evidence, number)}` : html`<p class="hint">No evidence was recorded.</p>`}
${renderAdvice(result)}`,
    action,
  );
}

/** What the requests were made of; the requests themselves are above. */
function renderGeneratedValues(evidence: Evidence): Markup | undefined {
  const values = renderValueBlock('Generated values', getSmallestCase(evidence));
  return values && html`<details class="values"><summary>Generated values of this case</summary>${values}</details>`;
}

/** The short form, for when the file would grow too large. */
export const renderBriefFinding = ({ number, result }: Finding, report: Report, action?: Markup): Markup =>
  renderArticle(
    { number, result },
    report,
    html`<p class="hint">The evidence is omitted here to limit the size of this file; see report.json.</p>${result.evidence ? renderCommands({ ...result.evidence, curl: [] }, number) : undefined}`,
    action,
  );

const renderArticle = ({ number, result }: Finding, report: Report, proof: Markup, action?: Markup): Markup =>
  html`<article class="finding" id="f${number}" aria-labelledby="f${number}-title" ${renderFilterAttributes(result, report)}>
<header><h3 id="f${number}-title"><span class="ordinal">${number}</span> ${cut(getHeadline(result), sizeLimits.text)}</h3>
<p class="facts"><span class="level">${result.level}</span> <code>${result.rule}</code> on <code>${cut(result.subject, sizeLimits.text)}</code>${listRemarks(result).map((remark) => html` <span class="chip">${remark}</span>`)}</p>${action}</header>
${result.waived ? html`<p class="waiver">${cut(formatWaiver(result.waived), sizeLimits.text)}</p>` : undefined}
${renderPromise({ number, result }, report)}
${proof}</article>`;

function renderPromise({ number, result }: Finding, report: Report): Markup {
  const clause = findClause(report, result);
  const [difference] = result.evidence ? listDifferences(result.evidence.expected, result.evidence.actual) : [];
  return html`<dl class="promise">${clause?.fix ? html`<div><dt>Fix</dt><dd>${clause.fix}</dd></div>` : undefined}<div><dt>Rule</dt><dd>${result.title}</dd></div>
<div><dt>Seen</dt><dd>${cut(difference ?? getHeadline(result), sizeLimits.text)}</dd></div>
${clause ? html`<div><dt><a href="#c-${clause.clause}">${clause.clause}</a></dt><dd><q>${clause.sentence}</q> <span class="source">${renderSourceLinks(clause.source)}</span></dd></div>` : html`<div><dt>Clause</dt><dd>${result.clause}</dd></div>`}${
  clause?.why
    ? html`
<div><dt>Why</dt><dd>${clause.why}</dd></div>`
    : undefined
}${renderRelations({ number, result }, report)}</dl>`;
}

/** Other findings that probably have the same cause. */
function renderRelations(finding: Finding, report: Report): Markup | undefined {
  const shown = new Set(numberFindings(report).values());
  const relations = listRelations(finding, report).slice(0, maxRelations);
  if (relations.length === 0) return undefined;
  return html`
<div><dt>Related</dt><dd>${relations.map(({ text, numbers }) => html`<code>${text}</code> is also shown by ${numbers.slice(0, sizeLimits.named).map((number, index) => html`${index > 0 ? ', ' : ''}${shown.has(number) ? html`<a href="#f${number}">finding ${number}</a>` : `finding ${number}`}`)}<br>`)}</dd></div>`;
}

const maxRelations = 3;

const renderControls = (numbers: readonly number[] = []): Markup | undefined =>
  numbers.length === 0
    ? undefined
    : html`<p class="hint">Comparison requests, which show what changes anyway: ${cut(numbers.join(', '), 200)} (numbers in tape.ndjson).</p>`;

/** Renders how to reproduce a violation: the replay command, and the same exchanges with curl. */
function renderCommands({ curl, replay, seenAgain, reproduced }: Evidence, number: number): Markup {
  return html`<div class="block"><h4>Reproduce</h4>
${renderCopyable(`f${number}-replay`, `replay of finding ${number}`, [replay])}
${seenAgain ? html`<p class="hint">Reproduced ${seenAgain} times</p>` : undefined}${reproduced === false ? html`<p class="hint">Not reproduced: recorded traffic</p>` : undefined}
${curl.length > 0 ? renderCurl(curl, number) : undefined}</div>`;
}

function renderCurl(curl: readonly string[], number: number): Markup {
  const shown = curl.slice(0, sizeLimits.exchanges);
  const secrets = findUnsetVariables(shown);
  const isAltered = shown.some((line) => escapeControlCharacters(line) !== line);
  return html`<details class="curl"><summary>With curl, ${formatCount(curl.length, 'line')}</summary>
${secrets.length > 0 ? html`<p class="hint">Set ${secrets.map((name) => html`<code>${name}</code> `)}first: reports contain no secrets.</p>` : undefined}
${isAltered ? html`<p class="hint">Invisible characters are shown as escapes here; a replay sends the original characters.</p>` : undefined}
${renderCopyable(
  `f${number}-curl`,
  `curl lines of finding ${number}`,
  shown.map((line) => cut(line, sizeLimits.content)),
)}
${curl.length > shown.length ? html`<p class="hint">${formatCount(curl.length - shown.length, 'line')} more in report.json</p>` : undefined}</details>`;
}

const renderCopyable = (id: string, name: string, lines: readonly string[]): Markup =>
  html`<div class="copyable"><pre tabindex="0" role="group" aria-label="${name}"><code id="${id}">${joinLines(lines)}</code></pre><button type="button" class="live" data-copy="${id}" aria-label="Copy ${name}" hidden>Copy</button></div>`;
