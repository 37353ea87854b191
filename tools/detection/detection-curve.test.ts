import { expect, test } from 'vitest';
import { buildCurve, findPoint, formatShare, renderPoints } from './detection-curve.js';

const unseen = Number.POSITIVE_INFINITY;

test('the curve grows at each number of requests after which a fault was seen, once for equal numbers', () => {
  expect(buildCurve([30, 10, 30, unseen])).toEqual([
    { share: 0.25, requests: 10 },
    { share: 0.75, requests: 30 },
  ]);
});

test('a curve without a fault that was seen is empty', () => {
  expect(buildCurve([unseen])).toEqual([]);
  expect(buildCurve([])).toEqual([]);
});

test.each([
  [0.5, [1, 2, 3, 4], 2],
  [0.5, [1, 2, 3], 2],
  [0.8, [5, 4, 3, 2, 1], 4],
  [0.95, [1, 2, 3, 4], 4],
  [0.95, [1, 2, unseen], unseen],
])('%d of the faults %j were seen after %d requests', (share, requests, point) => {
  expect(findPoint(requests, share)).toEqual({ share, requests: point });
});

test('prints the marked shares, and the share that was seen at all', () => {
  expect(renderPoints([10, 1_200, unseen]).split('\n').slice(2)).toEqual([
    '| 50 % | 1,200 |',
    '| 80 % | not reached |',
    '| 95 % | not reached |',
    '| all that were seen: 66.6 % | 1,200 |',
  ]);
});

test('only all of them are 100 %', () => {
  expect([1, 0.9999, 0.95, 0.8, 0].map(formatShare)).toEqual(['100 %', '99.9 %', '95 %', '80 %', '0 %']);
});
