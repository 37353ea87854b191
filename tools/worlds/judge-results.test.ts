import { describe, expect, test } from 'vitest';
import type { Result } from '../../src/model/result/report.js';
import { judgeCorrectService } from './judge-correct-service.js';
import { judgeFault } from './judge-fault.js';

const createResult = (rule: string, verdict: Result['verdict'], cause?: string): Result =>
  ({ rule, subject: 'orders', verdict, ...(cause !== undefined && { cause }) }) as Result;

describe('a correct service in a world', () => {
  const calm = ['a', 'b', 'c', 'd'].map((rule) => createResult(rule, 'held'));

  test('has no violation, and holds what it holds in the calm world', () => {
    expect(judgeCorrectService(calm, calm)).toEqual({ violations: [], heldPercent: 100, causes: {} });
  });

  test('shows violations and errors, and why the rest is not held', () => {
    const results = [
      createResult('a', 'violated'),
      createResult('b', 'errored'),
      createResult('c', 'inconclusive', 'no-answer'),
    ];
    const { violations, heldPercent, causes } = judgeCorrectService(results, [
      ...calm,
      createResult('e', 'inconclusive'),
    ]);
    expect(violations).toEqual(['a [orders] violated: ', 'b [orders] errored: ']);
    expect(heldPercent).toBe(0);
    expect(causes).toEqual({ violated: 1, errored: 1, 'no-answer': 1, 'not-run': 1 });
  });
});

describe('a fault in a world', () => {
  test('is found by the rules that are violated', () => {
    const results = [createResult('a', 'violated'), createResult('b', 'held'), createResult('c', 'violated')];
    expect(judgeFault(results, ['a', 'b'])).toEqual({ missed: ['b'], besides: ['c'], isUntestable: false });
  });

  test('is untestable where the world has no place for it, and missed where all is held', () => {
    const skipped = createResult('c', 'not-run', 'filter');
    expect(judgeFault([createResult('a', 'not-applicable'), skipped], ['a']).isUntestable).toBe(true);
    expect(judgeFault([createResult('a', 'held'), skipped], ['a']).isUntestable).toBe(false);
    expect(judgeFault([createResult('a', 'inconclusive', 'noise')], ['a']).isUntestable).toBe(false);
  });
});
