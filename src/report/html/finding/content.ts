import { cut, measureWidth } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { reindentJson } from './reindent-json.js';

/** Renders a body in lines, JSON indented, with a note if a part is missing. */
export function renderContentBlock(label: string, text: string | undefined, cutFrom?: number): Markup | undefined {
  if (text === undefined || text === '') return undefined;
  const shown = cut(text, sizeLimits.content);
  const isWhole = shown === text && cutFrom === undefined;
  const lines = (isWhole ? reindentJson(text) : undefined) ?? shown.split(/\r?\n/);
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${lines.map((line) => html`${line}\n`)}</code></pre>${renderMissingNote(text, shown, cutFrom)}`;
}

function renderMissingNote(text: string, shown: string, cutFrom: number | undefined): Markup | undefined {
  if (shown !== text) {
    const whole = formatCount(cutFrom ?? measureWidth(text), 'character');
    return html`<p class="hint">Cut here: ${whole} in total. report.json has ${cutFrom === undefined ? 'the rest' : 'more of it'}.</p>`;
  }
  return cutFrom === undefined
    ? undefined
    : html`<p class="hint">Cut when it was recorded: ${formatCount(cutFrom, 'character')} in total.</p>`;
}
