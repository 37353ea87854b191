import { expect, test } from 'vitest';
import { createSampleResult, createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { sound } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { writeQuiet } from './write-quiet.js';

const terminal = { color: false, width: 80 };

test('a waiver that expired is the reason of a run that fails with --quiet', () => {
  const reason = 'expired waiver of a/b [orders] (known.yaml:2:5): it was valid until 2020-01-31; fix the service';
  const report: Report = {
    ...sound,
    results: [createSampleResult()],
    gate: { open: false, exit: 1, reasons: [reason] },
    waivers: [{ rule: 'a/b', reason: 'known', until: '2020-01-31', where: 'known.yaml:2:5', standing: 'expired' }],
  };
  const text = writeQuiet(report, terminal);
  expect(text.replace(/\s+/g, ' ')).toContain(reason);
  expect(text).toContain('Failed: 1 waiver expired (exit 1)');
});

test('with --quiet, a run names at most five of the violations that fail it, then their number', () => {
  const results = Array.from({ length: 9 }, (_, index) => createSampleViolation({ subject: `orders-${index}` }));
  const gate = { open: false, exit: 1, reasons: [] } as const;
  const lines = writeQuiet({ ...sound, results, gate }, terminal)
    .trimEnd()
    .split('\n');
  expect(lines.slice(4, 6)).toEqual([expect.stringContaining('[orders-4]'), 'and 4 more violations']);
  expect(lines.length).toBeLessThan(15);
});
