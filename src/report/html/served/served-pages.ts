import type { Evidence, Report, Result } from '../../../model/result/report.js';
import { getHeadline } from '../../text/report-words.js';
import { renderComparison } from '../finding/comparison.js';
import { renderSequence } from '../finding/sequence-diagram.js';
import { plainServedContentPolicy, servedContentPolicy, style } from '../page/assets.js';
import { html, type Markup, trustMarkup } from '../page/markup.js';
import { renderReportPage } from '../write-html.js';

/** A finding of a report, as a replay shows it. */
export interface ServedFinding {
  readonly number: number;
  readonly result: Result;
  readonly report: Report;
}

/** The page of a report with a button beside each finding, and a link to a run that is under way. */
export const writeServedReport = (report: Report, isRunning: boolean): string =>
  renderReportPage(report, {
    policy: servedContentPolicy,
    notice: isRunning
      ? html`<p class="waiver">A later run writes to this folder. <a href="live">Follow its requests</a></p>`
      : undefined,
    renderAction: (number) =>
      html`<form method="post" action="replay/${number}"><input type="hidden" name="run" value="${report.startedAt}"><button type="submit" aria-label="Replay finding ${number}">Replay</button></form>`,
  });

/** Asks for consent: names each request of the finding that writes, and what else a replay may send. */
export function writeConfirmation({ number, result, report }: ServedFinding, permit: string, baseUrl: string): string {
  const writes = (result.evidence?.exchanges ?? []).filter(({ request }) => !isSafe(request.method));
  const lines = writes.map(
    ({ request }) =>
      html`<li><code>${request.method} ${request.url}</code>: ${effects[request.method] ?? 'may change the service'}</li>`,
  );
  return writePage(
    `Replay finding ${number}?`,
    html`<p>${getHeadline(result)}: <code>${result.rule}</code> on <code>${result.subject}</code></p>
<p>The replay is sent to <code>${baseUrl}</code> with the permission <code>${permit}</code>.</p>
${lines.length > 0 ? html`<p>The finding contains these requests that write. The replay sends such requests again, to new items:</p><ul>${lines}</ul>` : html`<p>The requests of this finding only read.</p>`}
<p>The replay creates items to test with, ${permit === 'writes' ? 'which stay in the service' : 'and removes them at its end'}.</p>
<form method="post" action="${number}"><input type="hidden" name="run" value="${report.startedAt}"><input type="hidden" name="confirmed" value="yes"><button type="submit">Send these requests</button> <a href="../#f${number}">Cancel</a></form>`,
  );
}

const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

const effects: Readonly<Record<string, string>> = {
  POST: 'creates an item, or starts an action',
  PUT: 'creates or replaces an item',
  PATCH: 'changes an item',
  DELETE: 'removes an item',
};

/** The recorded exchanges of a finding beside those of its replay. */
export const writeReplay = (
  before: ServedFinding,
  again: Report,
  { outcome, explanation }: { readonly outcome: string; readonly explanation: string },
): string => {
  const found = again.results.find(
    ({ rule, subject }) => rule === before.result.rule && subject === before.result.subject,
  );
  return writePage(
    `Replay of finding ${before.number}: ${outcome}`,
    html`<h2>${getHeadline(before.result)}</h2><p>${explanation}</p><div class="sides">${renderSide('Before', before.result.evidence, before.report)}${renderSide('Now', found?.evidence, again)}</div>
<p><a href="../#f${before.number}">Back to the report</a></p>`,
  );
};

const renderSide = (name: string, evidence: Evidence | undefined, report: Report): Markup =>
  html`<section aria-label="${name}"><h3>${name}</h3>${evidence ? html`${renderComparison(evidence)}${renderSequence(evidence.exchanges, report)}` : html`<p>No exchange shows a violation.</p>`}</section>`;

/** A message with a link to the report. */
export const writeMessage = (title: string, text: string): string =>
  writePage(title, html`<p>${text}</p><p><a href="../">Back to the report</a></p>`);

/** The two parts of a page that is sent while a run is under way, with the items of a list between them. */
export const [liveStart = '', liveEnd = ''] = writePage(
  'A run is under way',
  html`<p><a href="./">Show the report</a></p><div role="log" aria-label="Requests"><ol><!-- items --></ol></div><p>The run has ended. <a href="./">Show its report</a></p>`,
).split('<!-- items -->');

/** An item of the live page. */
export const renderLiveItem = (text: string): string => html`<li>${text}</li>\n`.markup;

function writePage(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(plainServedContentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="same-origin">
<link rel="icon" href="data:,"><title>${title}</title>
<style>${trustMarkup(style)}</style></head>
<body><div class="page"><header class="top"><h1>${title}</h1></header><main>${content}</main></div></body></html>
`.markup;
}

/** A page that leads to another one: for a URL that must not be an argument of a program. */
export const writeRedirect = (url: string): string =>
  html`<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>assay</title><p><a href="${url}">Open the report</a></p>
`.markup;
