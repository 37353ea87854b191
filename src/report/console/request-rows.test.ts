import { expect, test } from 'vitest';
import { createTestReport } from '../../model/result/report.fixture.js';
import { renderRows } from './print.js';
import { renderRequestRows } from './request-rows.js';

test('lists suites with most requests first, then shared requests and sums', () => {
  const nothing = { setup: 0, treatment: 0, control: 0, confirmation: 0, cleanup: 0 };
  const requestsBySuite = [
    { ...nothing, suite: '-', setup: 9 },
    { ...nothing, suite: 'links', treatment: 2 },
    { ...nothing, suite: 'safety', treatment: 20, control: 3, confirmation: 4, cleanup: 5 },
  ];
  const text = renderRows(renderRequestRows({ ...createTestReport(), requestsBySuite }), { color: false, width: 100 });
  expect(text.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
    ['Requests'],
    ['setup', 'treatment', 'control', 'confirmation', 'cleanup', 'sum'],
    ['safety', '0', '20', '3', '4', '5', '32'],
    ['links', '0', '2', '0', '0', '0', '2'],
    ['(shared)', '9', '0', '0', '0', '0', '9'],
    ['sum', '9', '22', '3', '4', '5', '43'],
    [''],
  ]);
});

test('is empty for a report of an earlier version', () => {
  expect(renderRequestRows(createTestReport())).toEqual([]);
});
