import { expect, test } from 'vitest';
import {
  createSampleExchange,
  createSampleViolation,
  hostileText,
} from '../../../test/report-samples/sample-result.js';
import { sound, troubled } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { render } from '../render.js';

const limits = { comment: 65_536, markdown: 1_048_576 } as const;

/** A report with so many violations, each with a proof of some 20,000 characters. */
const crowded = (count: number, text = 'é'.repeat(1500)): Report => ({
  ...troubled,
  results: Array.from({ length: count }, (_, index) =>
    createSampleViolation(
      { subject: `things-${index}` },
      {
        exchanges: Array.from({ length: 5 }, (_, n) =>
          createSampleExchange({ n, answer: { status: 200, headers: {}, content: text, ms: 1 } }),
        ),
      },
    ),
  ),
  gate: {
    ...troubled.gate,
    reasons: Array.from({ length: count }, (_, index) => `violated MUST: ${text} [things-${index}]`),
  },
});

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

test.each(Object.entries(limits))('%s: no report exceeds the limit of GitHub', (format, most) => {
  for (const report of [
    crowded(1),
    crowded(40),
    crowded(900),
    crowded(40, hostileText.repeat(60)),
    { ...crowded(3), target: huge },
  ]) {
    expect(Buffer.byteLength(render(report, format))).toBeLessThanOrEqual(most);
  }
});

const huge = {
  name: 'x'.repeat(2_000_000),
  baseUrl: `http://a.example/${'y'.repeat(2_000_000)}`,
  contact: hostileText.repeat(5000),
};

test.each(Object.keys(limits))('%s: each violation is shown, named or counted', (format) => {
  const text = render(crowded(900), format);
  const shown = countOf(text, /^### \d+\. /gm);
  const named = countOf(text, /^- \d+\\\. MUST: /gm);
  const counted = Number(/… (\d+) more violations omitted/.exec(text)?.[1] ?? 0);
  expect(shown).toBeGreaterThan(0);
  expect(named).toBeGreaterThan(0);
  expect(shown + named + counted).toBe(900);
});

test('refers to the report for evidence that does not fit', () => {
  const text = render(crowded(1, 'x'.repeat(1900)), 'comment');
  expect(text).toContain('### 1. ');
  const monstrous = { ...troubled, results: [createSampleViolation({}, { summary: 'y'.repeat(100_000) })] };
  expect(render(monstrous, 'comment')).toContain('The evidence of these is omitted here to limit the size');
});

test('a comment has its answer in fewer than 40 lines, and folds the whole report', () => {
  for (const report of [troubled, crowded(40)]) {
    const text = render(report, 'comment');
    const head = text.slice(0, text.indexOf('<details>'));
    expect(head.trimEnd().split('\n').length).toBeLessThan(40);
    expect(head).toMatch(/^<!-- assay -->\n### .*: Failed: /);
    expect(head).toMatch(/\*\*1\\. /);
  }
  expect(render(troubled, 'comment')).toContain(render(troubled, 'markdown').trim());
});

test('a comment names subjects with the same violation in one paragraph', () => {
  const results = Array.from({ length: 50 }, (_, index) => createSampleViolation({ subject: `orders-${index}` }));
  const [head = ''] = render({ ...sound, results }, 'comment').split('<details>');
  expect(head).toContain('`orders-0`, `orders-1`, `orders-2` and 47 more, MUST');
  expect(head.trimEnd().split('\n').length).toBeLessThan(12);
});
