import { describe, expect, test } from 'vitest';
import { createSampleResult, createSampleViolation, hostileText } from '../../test/report-samples/sample-result.js';
import type { Result } from '../model/result/report.js';
import { concludeTest } from './create-test-group.js';

type Case = readonly [string, Partial<Result>];
const of = (changes: Partial<Result>) =>
  changes.verdict === 'violated' ? createSampleViolation(changes) : createSampleResult(changes);

describe('a test is', () => {
  test.each<Case>([
    ['what held', {}],
    ['an observation that held', { level: 'MAY' }],
  ])('passed: %s', (_, changes) => {
    expect(concludeTest(of(changes), { strict: true })).toEqual({ is: 'passed' });
  });

  test.each<Case>([
    ['a violated MUST', { verdict: 'violated' }],
    ['an internal error', { verdict: 'errored', cause: 'kit', why: 'Error: mine' }],
  ])('failed: %s', (_, changes) => {
    const result = of(changes);
    expect(concludeTest(result, { strict: false })).toEqual({ is: 'failed', result });
  });

  test.each<Case>([
    ['a violated SHOULD', { verdict: 'violated', level: 'SHOULD' }],
    ['a violated duty of HTTP', { verdict: 'violated', family: 'http' }],
    ['an undecided MUST', { verdict: 'inconclusive', cause: 'noise', why: 'it moves' }],
  ])('failed in strict mode, otherwise skipped: %s', (_, changes) => {
    expect(concludeTest(of(changes), { strict: true }).is).toBe('failed');
    expect(concludeTest(of(changes), { strict: false }).is).toBe('skipped');
  });

  test.each<Case>([
    ['a violated MAY', { verdict: 'violated', level: 'MAY' }],
    ['a provisional rule', { verdict: 'violated', stage: 'provisional' }],
    ['a waived violation', { verdict: 'violated', waived: { reason: 'legacy' } }],
    ['what does not apply', { verdict: 'not-applicable', cause: 'need', why: 'no DELETE' }],
    ['what was left out', { verdict: 'not-run', cause: 'permission', why: 'it deletes' }],
    ['an undecided duty of HTTP', { verdict: 'inconclusive', family: 'http', cause: 'noise', why: 'it moves' }],
  ])('skipped even in strict mode: %s', (_, changes) => {
    expect(concludeTest(of(changes), { strict: true }).is).toBe('skipped');
  });
});

describe('a reason', () => {
  test('names the cause, and what would decide it', () => {
    const result = createSampleResult({
      verdict: 'not-applicable',
      cause: 'need',
      why: 'no DELETE',
      enable: 'resources[].delete',
    });
    expect(concludeTest(result, { strict: false })).toEqual({
      is: 'skipped',
      why: 'not-applicable: no DELETE (to get a verdict: resources[].delete)',
    });
  });

  test('names the owner and the last day of a waiver', () => {
    const waived = { reason: 'legacy', owner: 'order team', until: '2027-03-31' };
    expect(concludeTest(createSampleViolation({ waived }), { strict: true })).toEqual({
      is: 'skipped',
      why: 'waived: legacy, owner order team, until 2027-03-31',
    });
  });

  test('distinguishes a violation that does not fail the run from no result', () => {
    expect(concludeTest(createSampleViolation({ level: 'SHOULD' }), { strict: false })).toEqual({
      is: 'skipped',
      why: 'violated, which does not fail the run (SHOULD): GET changed the item it read',
    });
  });

  test('exists for a check without a result', () => {
    expect(concludeTest(undefined, { strict: true })).toMatchObject({
      is: 'skipped',
      why: expect.stringContaining('not-applicable'),
    });
  });

  test('has no control characters', () => {
    const { why } = concludeTest(createSampleResult({ verdict: 'inconclusive', cause: 'setup', why: hostileText }), {
      strict: false,
    }) as {
      why: string;
    };
    expect(why).not.toMatch(/\p{Cc}|\p{Cf}/u);
  });
});
