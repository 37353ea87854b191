import { describe, expect, test } from 'vitest';
import { createTestMeasurement, createTestTable } from './measurement.fixture.js';
import { describeLeftItems, renderTable } from './render-table.js';

const columns =
  '| Service | Mode | Operations | Decided | Held | Violated | Inconclusive | Not applicable | Found / known | Missed | Wrong | Seconds | Requests | Left behind |';

test('without anything to name, the table is alone', () => {
  expect(renderTable(createTestTable([createTestMeasurement()])).split('\n')).toEqual([
    columns,
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| shop | url | 4 / 5 | 3 | 2 | 1 | 0 | 3 | 1 / 1 | 0 | 0 | 4 | 50 | 0 |',
  ]);
});

describe('below the table', () => {
  const measurement = createTestMeasurement({
    verdicts: {
      'a/hidden orders': 'inconclusive: setup',
      'a/hidden orders/{id}/lines': 'inconclusive: setup',
      'a/odd orders/{id}/lines': 'violated',
      'a/broken service': 'errored: kit',
    },
    known: 3,
    missed: [
      { check: 'a/hidden orders', section: 'One' },
      { check: 'a/hidden orders/{id}/lines', section: 'One' },
      { check: 'a/unplanned orders', section: 'Two' },
    ],
    wrong: ['a/odd orders/{id}/lines'],
    endedEarly: 'budget',
  });
  const text = renderTable(
    createTestTable([measurement], {
      skipped: [{ service: 'flask', reason: 'no flask' }],
      failed: [{ service: 'nest', mode: 'profile', reason: 'Error: no answer' }],
    }),
  );

  test.each([
    '| shop | url | 4 / 5 | 3 | 2 | 1 | 0 | 3 | 0 / 3 | 3 | 1 | 4 | 50 | 0 |',
    '- shop, url: `a/hidden` orders, orders/{id}/lines: inconclusive: setup ("One")',
    '- shop, url: `a/unplanned` orders: not planned ("Two")',
    '- shop, url: `a/odd` orders/{id}/lines',
    '- shop, url: `a/broken` service: errored: kit',
    '- shop, url: budget',
    '- flask: no flask',
    '- nest, profile: Error: no answer',
  ])('%s', (line) => {
    expect(text.split('\n')).toContain(line);
  });
});

test.each([
  [{ added: 0, lost: 0, reported: 0 }, '0'],
  [{ added: 3, lost: 0, reported: 3 }, '3'],
  [{ added: 3, lost: 0, reported: 1 }, '3 in lists, 1 in report'],
  [{ added: 1, lost: 1, reported: 1 }, '1 in lists, 1 lost, 1 in report'],
])('%j is %s', (left, text) => {
  expect(describeLeftItems(left)).toBe(text);
});
