import { expect, test } from 'vitest';
import { listShortfalls } from './list-shortfalls.js';
import { createTestMeasurement } from './measurement.fixture.js';

const measure = createTestMeasurement;

test('nothing falls short with four fifths of the operations, and a draft that decides as much', () => {
  expect(listShortfalls({ measurements: [measure(), measure({ mode: 'draft' })] })).toEqual([]);
});

test('names the operations on which too few rules are decided', () => {
  const operations = { found: 4, judged: 3, unjudged: ['POST /orders/import (not called)'] };
  expect(listShortfalls({ measurements: [measure({ operations })] })).toEqual([
    '- shop, url: three rules are decided on 3 of 4 operations, not on POST /orders/import (not called)',
  ]);
});

test('names the checks that a draft loses', () => {
  const draft = measure({
    mode: 'draft',
    counts: { held: 1, violated: 1, inconclusive: 1, 'not-applicable': 3, 'not-run': 0, errored: 0 },
    verdicts: { 'a/found orders': 'violated', 'a/held orders': 'inconclusive: noise' },
  });
  expect(listShortfalls({ measurements: [measure(), draft] })).toEqual([
    '- shop: the draft decides 2 checks, the URL 3: a/held orders',
  ]);
});
