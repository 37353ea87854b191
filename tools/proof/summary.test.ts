import { expect, test } from 'vitest';
import { createResult } from './results/results.fixture.js';
import { renderFailure, renderSummary } from './summary.js';

test('the summary has a line for each kind, and the counts at the end', () => {
  const lines = renderSummary([
    createResult('matrix/a/seed-1', 'passed', { isKept: true, measures: { requests: 3 } }),
    createResult('matrix/b/seed-1', 'failed'),
    createResult('matrix/c/seed-1', 'passed', { measures: { requests: 9 } }),
    createResult('worlds/slow/seed-1/a', 'missed', { world: 'slow' }),
    createResult('worlds/slow/seed-1/b', 'passed', { world: 'slow' }),
  ]);
  expect(lines.join('\n')).toBe(
    [
      '1 of 2 faults in worlds are not found, which is tolerated:',
      '  worlds/slow/seed-1/a',
      'requests: median 9, least 3, most 9',
      '',
      '             jobs  passed  failed    kept seconds',
      'matrix          3       2       1       1       3',
      'worlds          2       2       0       0       3',
      'all             5       4       1       1       6',
      '',
      '4 passed, 1 failed',
    ].join('\n'),
  );
});

test('the summary counts the seeds of each fault, where there are several', () => {
  const lines = renderSummary([
    createResult('matrix/a/seed-1', 'passed'),
    createResult('matrix/a/seed-2', 'failed'),
    createResult('matrix/a/concurrency-8/seed-1', 'passed'),
    createResult('matrix/a/concurrency-8/seed-2', 'passed'),
    createResult('matrix/b/seed-1', 'passed'),
    createResult('variants/c/seed-1', 'passed'),
    createResult('variants/c/seed-2', 'passed'),
  ]);
  expect(lines.filter((line) => line.includes('seeds'))).toEqual([
    'matrix/a: 1 of 2 seeds',
    'matrix/a/concurrency-8: 2 of 2 seeds',
  ]);
});

test('a failure shows the expected and the actual result', () => {
  expect(renderFailure('matrix/b', { verdict: 'failed', expected: 'exactly x', actual: 'not violated: x' })).toBe(
    'FAILED matrix/b: expected exactly x; got not violated: x',
  );
});
