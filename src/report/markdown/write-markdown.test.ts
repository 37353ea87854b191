import { expect, test } from 'vitest';
import {
  emptyReport,
  hostile,
  interruptedReport,
  sampleReports,
  sound,
  troubled,
} from '../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../test/support/control-characters.js';
import { render } from '../render.js';
import { escapeMarkdown, renderCellCode, renderCodeSpan, renderFencedBlock } from './escape-markdown.js';

/** The lines that are not inside a fence, by CommonMark's rule: a fence is closed by one at least as long. */
function outsideFences(markdown: string): string[] {
  let fence = '';
  return markdown.split('\n').filter((line) => {
    const run = /^`{3,}/.exec(line)?.[0] ?? '';
    if (fence === '' && run !== '') {
      fence = run;
      return false;
    }
    const isInside = fence !== '';
    if (isInside && run.length >= fence.length && line.trim() === run) fence = '';
    return !isInside;
  });
}

/** A line without its code spans, escaped characters, and the tags and comments the writer itself makes. */
const bare = (line: string): string =>
  line
    .replace(/\\[\\`*_[\]|~$#+=.)-]/g, '')
    .replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
    .replace(/<\/?(details|summary|code)>/g, '');

test('is equal to the golden file', async () => {
  await expect(render(troubled, 'markdown')).toMatchFileSnapshot('fixtures/report.md');
});

test('begins with the result, then counts, violations, inconclusive and excluded checks, the rest', () => {
  const text = render(troubled, 'markdown');
  const order = [
    '# orders 1.4.2: Failed: 2 MUST rules violated (exit 1)',
    '- 1 unwaived violated MUST',
    '| Verdict | MUST | SHOULD | MAY |',
    '## Violated',
    '### 1. GET changed the item it read',
    '> `SAFE-1` A GET never changes state.',
    '<details><summary>3 exchanges</summary>',
    'curl -sS -X POST',
    '### 3. the ETag was bare',
    '## Errored',
    '## Inconclusive',
    '## Not checked',
    '## Notes of rules',
    '## Contradictions',
    '## Not removed',
    '<details><summary>All verdicts (13)</summary>',
    '<details><summary>Clauses (4)</summary>',
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('counts verdicts by level', () => {
  const text = render(troubled, 'markdown');
  expect(text).toContain('| violated | 5 | 1 | 1 |');
  expect(text).toContain('| not-applicable | 2 | 0 | 0 |');
});

test('covers every clause, with its rules or the reason for none', () => {
  const text = render(troubled, 'markdown');
  expect(text).toMatch(
    /\| `SAFE-1` \| MUST \| violated \| A GET never changes state\. .* \| `safety\/get-does-not-change/,
  );
  expect(text).toMatch(/\| `MODEL-1` \| SHOULD \| untested \| .* \| cannot be seen from outside \|/);
});

test('has what would decide a check, the owners of waivers, and the contact', () => {
  const text = render(troubled, 'markdown');
  for (const part of [
    'to get a verdict: `collections.orders.body`',
    'waived: known, ORD-7',
    'Contact: team@<!-- -->orders.example',
  ]) {
    expect(text).toContain(part);
  }
});

test('an early end and an empty run are reported at the top', () => {
  expect(render(interruptedReport, 'markdown').split('\n').slice(0, 6).join('\n')).toContain(
    '**The run ended early:** interrupted',
  );
  expect(render(emptyReport, 'markdown')).toContain('No rule was checked.');
  expect(render(sound, 'markdown')).not.toContain('## Violated');
});

test.each(Object.entries(sampleReports))('%s: escapes markup of the service', (_, report) => {
  const markdown = render(report, 'markdown');
  const lines = outsideFences(markdown).map(bare);
  expect(findControlCodes(markdown)).toEqual([]);
  const escapees = lines.filter((line) => /<(?!!-- -->)|@(?!<!-- -->)|:\/\/|www\.|\]\(|#\d|`/i.test(line));
  expect(escapees).toEqual([]);
  expect(markdown).not.toMatch(/conform(ant|s)\b/i);
});

test('no text of a service starts a line outside of its fence', () => {
  const lines = outsideFences(render(troubled, 'markdown'));
  expect(lines).not.toContain('# gate open');
  expect(lines).not.toContain('- held');
  expect(lines.filter((line) => line === '</details>')).toHaveLength(
    lines.filter((line) => line.startsWith('<details>')).length,
  );
});

test('every row of a table has as many cells as its head', () => {
  const rows = outsideFences(render(troubled, 'markdown')).filter((line) => line.startsWith('| '));
  const cells = rows.map((line) => line.replace(/\\[\\|]/g, '').split('|').length - 2);
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(cells)).toEqual(new Set([4, 5, 6]));
});

test.each([
  ['a|b', 'a\\|b'],
  ['a\\|b', 'a\\\\\\|b'],
  ['<b>&', '&lt;b&gt;&amp;'],
  ['# head', '\\# head'],
  ['1. one', '1\\. one'],
  ['- one', '\\- one'],
  ['see #12', 'see #<!-- -->12'],
  ['@all', '@<!-- -->all'],
  ['https://a', 'https:<!-- -->//a'],
  ['![x](y)', '!\\[x\\](y)'],
  ['a\nb', 'a\\\\nb'],
])('prose of %j is %j', (text, safe) => {
  expect(escapeMarkdown(text)).toBe(safe);
});

test('code is fenced with more backticks than it holds', () => {
  expect(renderCodeSpan('a')).toBe('`a`');
  expect(renderCodeSpan('``x')).toBe('``` ``x ```');
  expect(renderCodeSpan('')).toBe('` `');
  expect(renderCellCode('a|`b')).toBe('<code>a\\|\\`b</code>');
  expect(renderFencedBlock(['a', '````', 'b'], 'json')).toBe('`````json\na\n````\nb\n`````');
  expect(renderFencedBlock([hostile]).startsWith('````\n')).toBe(true);
});
