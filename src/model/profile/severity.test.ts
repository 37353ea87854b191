import { expect, test } from 'vitest';
import { findSeverity, listFormerIds } from './rule-names.js';

test('a severity by a former id applies where the rule is checked at operations', () => {
  const id = 'safety/head-is-supported';
  const severities = [{ glob: 'operations/*', severity: 'warn' as const }];
  expect(findSeverity(id, 'HEAD-01', severities, listFormerIds(id))).toBe('warn');
  expect(findSeverity(id, 'HEAD-01', severities, [])).toBeUndefined();
});
