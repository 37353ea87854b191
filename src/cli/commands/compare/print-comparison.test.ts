import { expect, test } from 'vitest';
import { hostile, sound, troubled } from '../../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../../test/support/control-characters.js';
import type { Report } from '../../../model/result/report.js';
import { listRunDifferences } from '../../../verdict/comparison/comparability.js';
import { compare } from '../../../verdict/comparison/compare.js';
import { comparisonRenderers } from './print-comparison.js';

const renderComparison = (format: keyof typeof comparisonRenderers, before: Report, after: Report) =>
  comparisonRenderers[format]({
    before,
    after,
    comparison: compare(before, after, false),
    circumstances: listRunDifferences(before, after),
  });

/** A run whose service sends hostile text wherever it can, with one violation that is another one than before. */
const loud: Report = { ...troubled, target: { ...troubled.target, name: hostile }, dialects: [hostile] };

test.each(['text', 'markdown', 'json'] as const)('%s: escapes control characters of the service', (format) => {
  for (const text of [renderComparison(format, sound, loud), renderComparison(format, loud, sound)]) {
    expect(findControlCodes(text.replaceAll('\n', ''))).toEqual([]);
    expect(text).not.toContain('\n# gate open');
    expect(text).not.toContain('\n- held');
  }
});

test('markdown: escapes markup, links and mentions of the service', () => {
  const text = renderComparison('markdown', sound, loud);
  expect(text).not.toMatch(/<(?!!-- -->|\/?code>)/);
  expect(text).not.toMatch(/(?<!\\)\]\(/);
  expect(text).not.toContain('@everyone');
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((row) => row.replaceAll('\\|', '').split('|').length);
  expect(new Set(cells)).toEqual(new Set([7]));
});

test('text: begins with new violations, counts each group, and ends with the result and its reasons', () => {
  const text = renderComparison('text', sound, troubled);
  const heads = text.split('\n').filter((line) => /^[A-Z][a-z ]+ \(\d+\)$/.test(line));
  expect(heads[0]).toBe('New (7)');
  expect(heads).toContain('Newly checked (2)');
  expect(text).toContain('(waived: known, ORD-7)');
  expect(text).toMatch(/\nFailed \(exit 1\)\n {2}- new violated MUST: /);
  expect(renderComparison('text', troubled, troubled)).toContain('\nPassed: no new violation (exit 0)\n');
});

test('text: lists at most twenty changes that need no action, and counts them', () => {
  const many = sound.results
    .slice(0, 1)
    .flatMap((one) => Array.from({ length: 30 }, (_, n) => ({ ...one, subject: `s${n}` })));
  const text = renderComparison('text', sound, { ...sound, results: [...sound.results, ...many] });
  expect(text).toContain('Newly checked (30)');
  expect(text).toContain('  … and 10 more; --format json lists all of them');
});

test('json: has every change and the exit code, and a summary of each violation', () => {
  const { schema, differences, gate, same } = JSON.parse(renderComparison('json', sound, troubled));
  expect([schema, gate.exit, same]).toEqual(['assay-comparison/1', 1, expect.any(Number)]);
  const waived = differences.find((one: { new?: { waived?: unknown } }) => one.new?.waived);
  expect(waived).toMatchObject({ change: 'new', rule: 'conflict/stale-write-is-refused', subject: 'orders' });
  expect(JSON.stringify(differences)).not.toContain('exchanges');
});
