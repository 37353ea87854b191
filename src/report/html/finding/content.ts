import { cut, lengthOf } from '../../text/fit-width.js';
import { counted } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { bounds } from '../page/size-limits.js';
import { reindent } from './reindent-json.js';

/** The content of a message in lines, JSON set out; what is missing is said. */
export function contentBlock(label: string, text: string | undefined, cutFrom?: number): Markup | undefined {
  if (text === undefined || text === '') return undefined;
  const shown = cut(text, bounds.content);
  const isWhole = shown === text && cutFrom === undefined;
  const lines = (isWhole ? reindent(text) : undefined) ?? shown.split(/\r?\n/);
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${lines.map((line) => html`${line}\n`)}</code></pre>${missing(text, shown, cutFrom)}`;
}

function missing(text: string, shown: string, cutFrom: number | undefined): Markup | undefined {
  if (shown !== text) {
    const whole = counted(cutFrom ?? lengthOf(text), 'character');
    return html`<p class="hint">Cut here: ${whole} in all. report.json has ${cutFrom === undefined ? 'the rest' : 'more of it'}.</p>`;
  }
  return cutFrom === undefined
    ? undefined
    : html`<p class="hint">Cut when it was written down: ${counted(cutFrom, 'character')} in all.</p>`;
}
