import type { Evidence } from '../../../model/result/report.js';
import { findUnsetVariables } from '../../results/curl-variables.js';
import { escapeControlCharacters } from '../../text/escape-control-characters.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, joinLines, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';

/** Renders how to reproduce a violation: the replay command, and the same exchanges with curl. */
export function renderCommands({ curl, replay, seenAgain }: Evidence, number: number): Markup {
  return html`<div class="block"><h4>Reproduce</h4>
${renderCopyable(`f${number}-replay`, `replay of finding ${number}`, [replay])}
${seenAgain ? html`<p class="hint">Reproduced ${seenAgain} times</p>` : undefined}
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
