import type { Report } from '../../../model/result/report.js';
import { describeGate } from '../../text/describe-gate.js';
import { cut } from '../../text/fit-width.js';
import { formatTargetName } from '../../text/report-words.js';
import { renderFilters } from '../sections/filters.js';
import { script, style } from './assets.js';
import { contentPolicy } from './content-policy.js';
import { html, type Markup, trustMarkup } from './markup.js';
import { sizeLimits } from './size-limits.js';
import { shapeSprite } from './verdict-mark.js';

/** A part of the page and its entry in the table of contents. */
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
