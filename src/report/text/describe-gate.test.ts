import { expect, test } from 'vitest';
import { createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { troubled } from '../../../test/report-samples/samples.js';
import { render } from '../render.js';
import { describeGate } from './describe-gate.js';

const gate = { open: false, reasons: ['violated'], exit: 1 } as const;
const violate = (...subjects: readonly string[]) => ({
  ...troubled,
  waivers: [],
  gate,
  results: subjects.map((subject) => createSampleViolation({ subject }, { case: null })),
});

test('names the number of checks where a rule is violated on several subjects', () => {
  expect(describeGate(violate('orders'))).toBe('Failed: 1 MUST rule violated (exit 1)');
  expect(describeGate(violate('orders', 'customers'))).toBe('Failed: 1 MUST rule violated in 2 checks (exit 1)');
});

test.each(['html', 'markdown', 'console'] as const)(
  '%s leaves out the generated values of a case without any',
  (format) => {
    expect(render(violate('orders'), format)).not.toMatch(/generated values|^ +case /im);
    expect(render(troubled, format)).toMatch(/generated values|^ +case /im);
  },
);
