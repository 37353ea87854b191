import type { Evidence } from '../../../model/result/report.js';
import { countColumns, cut } from '../../text/fit-width.js';
import { html, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { reindentJson } from './reindent-json.js';

/** Unchanged lines kept around a difference. */
const contextLines = 3;

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

export const renderValueBlock = (name: string, value: Value): Markup | undefined =>
  value === undefined
    ? undefined
    : html`<div class="block"><h4>${name}</h4><pre tabindex="0" role="group" aria-label="${name}"><code>${renderValueLines(value).map((line) => html`${line}\n`)}</code></pre></div>`;

const renderLine = ({ kind, text }: DiffLine): Markup =>
  html`<span class="line ${kind}"><span class="sign" aria-hidden="true">${signs[kind]} </span><span class="unseen">${spokenLabels[kind]}</span>${text}</span>\n`;

/** On one line if it fits. */
function renderValueLines(value: Exclude<Value, undefined>): string[] {
  const text = JSON.stringify(value);
  return countColumns(text) <= maxInlineLength ? [text] : splitValueLines(value);
}

function splitValueLines(value: Exclude<Value, undefined>): string[] {
  const lines = reindentJson(JSON.stringify(value)) ?? [JSON.stringify(value)];
  const kept = lines.slice(0, sizeLimits.lines).map((line) => cut(line, sizeLimits.text));
  const missing = lines.length - kept.length;
  return missing > 0 ? [...kept, `… ${missing} more lines in report.json`] : kept;
}

interface DiffLine {
  readonly kind: 'same' | 'expected' | 'actual' | 'skipped';
  readonly text: string;
}

/** Compares two texts line by line: lines of only one text, and shared lines near these. */
export function diffLines(expected: readonly string[], actual: readonly string[]): DiffLine[] {
  const lengths = computeCommonLengths(expected, actual);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < actual.length) {
    if (i < expected.length && j < actual.length && expected[i] === actual[j]) {
      lines.push({ kind: 'same', text: expected[i] ?? '' });
      i++;
      j++;
    } else if (
      j >= actual.length ||
      (i < expected.length && getLength(lengths, i + 1, j) >= getLength(lengths, i, j + 1))
    ) {
      lines.push({ kind: 'expected', text: expected[i++] ?? '' });
    } else lines.push({ kind: 'actual', text: actual[j++] ?? '' });
  }
  return skipUnchanged(lines);
}

const getLength = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common run of lines from each pair of positions on. */
function computeCommonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = right.length - 1; row && j >= 0; j--) {
      row[j] =
        left[i] === right[j]
          ? getLength(lengths, i + 1, j + 1) + 1
          : Math.max(getLength(lengths, i + 1, j), getLength(lengths, i, j + 1));
    }
  }
  return lengths;
}

function skipUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ kind }) => kind !== 'same');
  const kept: DiffLine[] = [];
  let missing = 0;
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) {
      if (missing > 0) kept.push(createSkippedLine(missing));
      missing = 0;
      kept.push(line);
    } else missing++;
  }
  return missing > 0 ? [...kept, createSkippedLine(missing)] : kept;
}

const createSkippedLine = (count: number): DiffLine => ({
  kind: 'skipped',
  text: `${count} equal ${count === 1 ? 'line' : 'lines'}`,
});
