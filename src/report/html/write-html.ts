import { levels } from '../../model/result/clause.js';
import type { Finding } from '../../model/result/findings.js';
import type { ClauseCoverage, Report } from '../../model/result/report.js';
import { groupFindings } from '../results/related-findings.js';
import { describeGate } from '../text/describe-gate.js';
import { cut } from '../text/fit-width.js';
import { formatCount, formatTargetName, verdictWords } from '../text/report-words.js';
import { renderBriefFinding, renderFinding } from './finding/finding.js';
import { gateRanks, listFindings, rankResult } from './finding/order-findings.js';
import { getGrid } from './matrix/grid.js';
import { renderMatrixSection } from './matrix/matrix.js';
import { contentPolicy, script, style } from './page/assets.js';
import { html, type Markup, renderFoldedSection, renderPageSection, trustMarkup } from './page/markup.js';
import { sizeLimits } from './page/size-limits.js';
import { renderSourceLinks } from './page/source-links.js';
import { renderMark, shapeSprite } from './page/verdict-mark.js';
import { renderOperationsSection } from './sections/operations.js';
import { renderRunSection } from './sections/run.js';
import { renderServiceSection, renderWaiversSection } from './sections/service.js';
import { renderSummarySection } from './sections/summary.js';
import { nameUndecided, renderUncheckedSection, renderUndecidedSection } from './sections/undecided.js';
import { renderHeldSection, renderVerdictsSection } from './sections/verdict-list.js';

/** Renders the report as one HTML file without dependencies, for browsers and printers. */
export const writeHtml = (report: Report): string => renderReportPage(report);

/** What a server adds to the page of a report. */
export interface ServedParts {
  readonly policy: string;
  readonly notice: Markup | undefined;
  readonly renderAction: (number: number) => Markup;
}

/** The page of a report, as a file or as a server sends it. */
export const renderReportPage = (report: Report, served?: ServedParts): string =>
  renderHtmlPage(report, served, [
    { id: 'summary', name: 'Summary', content: renderSummarySection(report) },
    { id: 'findings', name: 'Violated', content: renderFindingsSection(report, served) },
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

/** Lists all violations by their effect on the result, numbered as for `assay replay`. */
function renderFindingsSection(report: Report, served?: ServedParts): Markup | undefined {
  const all = listFindings(report);
  if (all.length === 0) return undefined;
  const shown = all.slice(0, sizeLimits.listed);
  const missing = all.length - shown.length;
  return renderPageSection(
    'findings',
    `Violated (${all.length})`,
    html`${renderFindings(shown, report, served)}${missing > 0 ? html`<p class="hint">${formatCount(missing, 'violation')} more in the matrix and in report.json.</p>` : undefined}`,
  );
}

function renderFindings(shown: readonly Finding[], report: Report, served?: ServedParts): Markup[] {
  let room: number = sizeLimits.findings;
  const articles = shown.map((one) => {
    const action = served?.renderAction(one.number);
    const whole = room > 0 ? renderFinding(one, report, action) : undefined;
    const article = whole && whole.markup.length <= room ? whole : renderBriefFinding(one, report, action);
    room -= article.markup.length;
    return { rank: rankResult(one.result, report), one, article };
  });
  return gateRanks.map((title, rank) => {
    const members = articles.filter((article) => article.rank === rank);
    return members.length === 0
      ? html``
      : html`<div class="group" data-group=""><p class="rank">${title}</p>${groupArticles(members, report)}</div>`;
  });
}

interface Article {
  readonly one: Finding;
  readonly article: Markup;
}

/** Folds findings that differ from the one before them in their subject only. */
function groupArticles(articles: readonly Article[], report: Report): Markup[] {
  const places = new Map(articles.map((article) => [article.one.number, article]));
  return groupFindings(report).flatMap((group) => {
    const [first, ...others] = group.flatMap(({ number }) => places.get(number) ?? []);
    if (first === undefined) return [];
    if (others.length < minFolded) return [first, ...others].map(({ article }) => article);
    const subjects = cut(others.map(({ one }) => one.result.subject).join(', '), 200);
    return [
      first.article,
      html`<details class="same" data-group=""><summary>The same on ${formatCount(others.length, 'other subject')}: ${subjects}</summary>${others.map(({ article }) => article)}</details>`,
    ];
  });
}

/** Fewer findings of one rule are shown one after the other. */
const minFolded = 2;

interface PagePart {
  readonly id: string;
  readonly name: string;
  readonly content: Markup | undefined;
}

/** A time to the minute; the section about the run has it in full. */
const renderTime = (text: string): Markup =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d.*Z$/.test(text)
    ? html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`
    : html`${cut(text, sizeLimits.text)}`;

/** Renders the parts in their frame: head, contents, filters and script. */
function renderHtmlPage(report: Report, served: ServedParts | undefined, parts: readonly PagePart[]): string {
  const shown = parts.filter(({ content }) => content !== undefined);
  const title = `${cut(formatTargetName(report), 120)}: ${describeGate(report)}`;
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(served?.policy ?? contentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="${served ? 'same-origin' : 'no-referrer'}">
<meta name="generator" content="assay ${report.kit.version}"><link rel="icon" href="data:,"><title>${title}</title>
<style>${trustMarkup(style)}</style></head>
<body>${shapeSprite}<a class="skip" href="#summary">Skip to the summary</a>
<div class="page"><header class="top"><div><h1>${cut(formatTargetName(report), 200)}</h1><p class="hint"><code>${cut(report.target.baseUrl, sizeLimits.text)}</code> audited by assay ${report.kit.version}, ${renderTime(report.startedAt)}</p></div>
<button type="button" id="theme" class="live" hidden>Use dark colours</button></header>
<div class="body"><div class="side"><nav class="contents" aria-label="Contents"><ul>${shown.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<details class="panel live" hidden><summary>Filter and search</summary>${renderFilters(report)}</details></div>
<main>${served?.notice}${shown.map(({ content }) => content)}</main></div>
<p id="told" class="unseen" role="status"></p></div>
<script>${trustMarkup(script)}</script></body></html>
`;
  return document.markup;
}

/** The filter form; visible only if the script runs. */
function renderFilters(report: Report): Markup {
  const shown = verdictWords.filter((word) => report.results.some(({ verdict }) => verdict === word));
  return html`<form class="filters live" role="search" aria-label="Filter the report" hidden>
<div><label for="search">Search <kbd>/</kbd></label><input type="search" id="search" autocomplete="off" spellcheck="false"></div>
<fieldset><legend>Verdict</legend>${shown.map((word) => html`<label class="choice"><input type="checkbox" name="verdict" value="${word}"> ${renderMark(word)}</label>`)}</fieldset>
<fieldset class="row"><legend>Level</legend>${levels.map((level) => html`<label class="choice"><input type="checkbox" name="level" value="${level}"> ${level}</label>`)}</fieldset>
<div><label for="suite">Suite</label><select id="suite"><option value="">all</option>${[...new Set(getGrid(report).rows.map((row) => row.suite))].map((suite) => html`<option>${suite}</option>`)}</select></div>
<div><label for="subject">Subject</label><select id="subject"><option value="">all</option></select></div>
<p><button type="button" id="everything">Show all</button></p><p class="hint" id="matches" role="status"></p></form>`;
}
