import type { Evidence } from '../../../model/result/report.js';
import { cut, lengthOf } from '../../text/fit-width.js';
import { html, type Markup } from '../page/markup.js';
import { bounds } from '../page/size-limits.js';
import { diff, type Line } from './diff.js';
import { reindent } from './reindent-json.js';

type Value = Evidence['expected'];

/** Code points that a value may take to stand on one line. */
const brief = 90;

const signs: Readonly<Record<Line['kind'], string>> = { same: ' ', expected: '−', actual: '+', skipped: '⋯' };
const spoken: Readonly<Record<Line['kind'], string>> = {
  same: '',
  expected: 'expected: ',
  actual: 'actual: ',
  skipped: '',
};

/** Expected against actual, line by line; only one of them where there is only one. */
export function comparison({ expected, actual }: Pick<Evidence, 'expected' | 'actual'>): Markup | undefined {
  if (expected === undefined && actual === undefined) return undefined;
  if (expected === undefined) return valueBlock('Seen', actual);
  if (actual === undefined) return valueBlock('Expected', expected);
  const lines = diff(linesOf(expected), linesOf(actual));
  return html`<div class="block"><h4>Expected against actual</h4>
<p class="hint"><span class="key expected">− expected</span> <span class="key actual">+ actual</span></p>
<pre class="diff" tabindex="0" role="group" aria-label="Expected against actual"><code>${lines.map(lineOf)}</code></pre></div>`;
}

/** A value under its name. */
export const valueBlock = (name: string, value: Value): Markup | undefined =>
  value === undefined
    ? undefined
    : html`<div class="block"><h4>${name}</h4><pre tabindex="0" role="group" aria-label="${name}"><code>${blockOf(value).map((line) => html`${line}\n`)}</code></pre></div>`;

const lineOf = ({ kind, text }: Line): Markup =>
  html`<span class="line ${kind}"><span class="sign" aria-hidden="true">${signs[kind]} </span><span class="unseen">${spoken[kind]}</span>${text}</span>\n`;

/** On one line where it fits there. */
function blockOf(value: Exclude<Value, undefined>): string[] {
  const text = JSON.stringify(value);
  return lengthOf(text) <= brief ? [text] : linesOf(value);
}

function linesOf(value: Exclude<Value, undefined>): string[] {
  const lines = reindent(JSON.stringify(value)) ?? [JSON.stringify(value)];
  const kept = lines.slice(0, bounds.lines).map((line) => cut(line, bounds.text));
  const missing = lines.length - kept.length;
  return missing > 0 ? [...kept, `… ${missing} lines more in report.json`] : kept;
}
