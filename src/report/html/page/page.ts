import { levels } from '../../../model/result/clause.js';
import type { Report } from '../../../model/result/report.js';
import { describeGate } from '../../text/describe-gate.js';
import { cut } from '../../text/fit-width.js';
import { formatTargetName, verdictWords } from '../../text/report-words.js';
import { getGrid } from '../matrix/grid.js';
import { contentPolicy, script, style } from './assets.js';
import { html, type Markup, trustMarkup } from './markup.js';
import { sizeLimits } from './size-limits.js';
import { renderMark, shapeSprite } from './verdict-mark.js';

export interface PagePart {
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
export function renderHtmlPage(report: Report, parts: readonly PagePart[]): string {
  const shown = parts.filter(({ content }) => content !== undefined);
  const title = `${cut(formatTargetName(report), 120)}: ${describeGate(report)}`;
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(contentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="generator" content="assay ${report.kit.version}"><link rel="icon" href="data:,"><title>${title}</title>
<style>${trustMarkup(style)}</style></head>
<body>${shapeSprite}<a class="skip" href="#summary">Skip to the summary</a>
<div class="page"><header class="top"><div><h1>${cut(formatTargetName(report), 200)}</h1><p class="hint"><code>${cut(report.target.baseUrl, sizeLimits.text)}</code> audited by assay ${report.kit.version}, ${renderTime(report.startedAt)}</p></div>
<button type="button" id="theme" class="live" hidden>Use dark colours</button></header>
<div class="body"><div class="side"><nav class="contents" aria-label="Contents"><ul>${shown.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<details class="panel live" hidden><summary>Filter and search</summary>${renderFilters(report)}</details></div>
<main>${shown.map(({ content }) => content)}</main></div>
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
