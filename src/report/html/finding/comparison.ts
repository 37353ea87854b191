import type { Evidence } from '../../../model/result/report.js';
import { cut, measureWidth } from '../../text/fit-width.js';
import { html, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { type DiffLine, diffLines } from './diff.js';
import { reindentJson } from './reindent-json.js';

type Value = Evidence['expected'];

/** Maximum code points of a value on one line. */
const maxInlineLength = 90;

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', expected: '−', actual: '+', skipped: '⋯' };
const spokenLabels: Readonly<Record<DiffLine['kind'], string>> = {
  same: '',
  expected: 'expected: ',
  actual: 'actual: ',
  skipped: '',
};

/** Compares expected and actual line by line; shows only one of them if there is only one. */
export function renderComparison({ expected, actual }: Pick<Evidence, 'expected' | 'actual'>): Markup | undefined {
  if (expected === undefined && actual === undefined) return undefined;
  if (expected === undefined) return renderValueBlock('Seen', actual);
  if (actual === undefined) return renderValueBlock('Expected', expected);
  const lines = diffLines(splitValueLines(expected), splitValueLines(actual));
  return html`<div class="block"><h4>Expected and actual</h4>
<p class="hint"><span class="key expected">− expected</span> <span class="key actual">+ actual</span></p>
<pre class="diff" tabindex="0" role="group" aria-label="Expected and actual"><code>${lines.map(renderLine)}</code></pre></div>`;
}

/** Renders a value with its name. */
export const renderValueBlock = (name: string, value: Value): Markup | undefined =>
  value === undefined
    ? undefined
    : html`<div class="block"><h4>${name}</h4><pre tabindex="0" role="group" aria-label="${name}"><code>${renderValueLines(value).map((line) => html`${line}\n`)}</code></pre></div>`;

const renderLine = ({ kind, text }: DiffLine): Markup =>
  html`<span class="line ${kind}"><span class="sign" aria-hidden="true">${signs[kind]} </span><span class="unseen">${spokenLabels[kind]}</span>${text}</span>\n`;

/** On one line if it fits. */
function renderValueLines(value: Exclude<Value, undefined>): string[] {
  const text = JSON.stringify(value);
  return measureWidth(text) <= maxInlineLength ? [text] : splitValueLines(value);
}

function splitValueLines(value: Exclude<Value, undefined>): string[] {
  const lines = reindentJson(JSON.stringify(value)) ?? [JSON.stringify(value)];
  const kept = lines.slice(0, sizeLimits.lines).map((line) => cut(line, sizeLimits.text));
  const missing = lines.length - kept.length;
  return missing > 0 ? [...kept, `… ${missing} more lines in report.json`] : kept;
}
