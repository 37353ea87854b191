import { describe, expect, test } from 'vitest';
import { compareTables } from './compare-tables.js';
import { createTestMeasurement, createTestTable } from './measurement.fixture.js';

const before = createTestTable([createTestMeasurement()]);

describe('two tables', () => {
  test('that differ in time alone do not differ', () => {
    expect(compareTables(before, createTestTable([createTestMeasurement({ seconds: 9 })]))).toEqual([]);
  });

  test('differ in numbers and in verdicts', () => {
    const after = createTestMeasurement({
      counts: { held: 2, violated: 0, inconclusive: 1, 'not-applicable': 3, 'not-run': 0, errored: 0 },
      verdicts: { 'a/found orders': 'inconclusive: noise', 'a/new orders': 'held' },
      missed: [{ check: 'a/found orders', section: 'One' }],
      left: { added: 1, lost: 0, reported: 0 },
      seconds: 5,
    });
    expect(compareTables(before, createTestTable([after]))).toEqual([
      'shop, url: violated 1 → 0, inconclusive 0 → 1, missed 0 → 1, left behind 0 → 1 in lists, 0 in report, seconds 4 → 5',
      '  a/found orders: violated → inconclusive: noise',
      '  a/held orders: held → not planned',
      '  a/new orders: not planned → held',
    ]);
  });

  test('differ in what they measure', () => {
    expect(compareTables(before, createTestTable([createTestMeasurement({ mode: 'profile' })]))).toEqual([
      'shop, profile: was not measured before',
      'shop, url: is no longer measured',
    ]);
  });
});
