import type { Report } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';
import { gateLine, nameOf } from '../../text/report-words.js';
import { script } from '../script/script.js';
import { filters } from '../sections/filters.js';
import { style } from '../style/style.js';
import { policy } from './content-policy.js';
import { asIs, html, type Markup } from './markup.js';
import { bounds } from './size-limits.js';
import { shapes } from './verdict-mark.js';

/** A part of the page and its entry in the table of contents. */
export interface Part {
  readonly id: string;
  readonly name: string;
  readonly content: Markup | undefined;
}

/** The parts in their frame: head, contents, filters, and what makes them move. */
export function page(report: Report, parts: readonly Part[]): string {
  const shown = parts.filter(({ content }) => content !== undefined);
  const title = `${cut(nameOf(report), 120)}: ${gateLine(report)}`;
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${asIs(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="generator" content="assay ${report.kit.version}"><link rel="icon" href="data:,"><title>${title}</title>
<style>${asIs(style)}</style></head>
<body>${shapes}<a class="skip" href="#summary">Skip to the summary</a>
<div class="page"><header class="top"><div><h1>${cut(nameOf(report), 200)}</h1><p class="hint"><code>${cut(report.target.baseUrl, bounds.text)}</code> looked at by assay ${report.kit.version}, ${report.startedAt}</p></div>
<button type="button" id="theme" class="live" aria-pressed="false" hidden>Dark</button></header>
<div class="body"><div class="side"><nav class="contents" aria-label="Contents"><ul>${shown.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<details class="panel live" hidden><summary>Filter and search</summary>${filters(report)}</details></div>
<main>${shown.map(({ content }) => content)}</main></div>
<p id="told" class="unseen" role="status"></p></div>
<script>${asIs(script)}</script></body></html>
`;
  return document.markup;
}
